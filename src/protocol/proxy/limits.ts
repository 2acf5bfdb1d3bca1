// What the proxy takes, in a file without schemas: a browser need not load them for a number.

/** The largest body that the proxy accepts from a visitor. */
export const maxBodyBytes = 16_384;

/** The longest path of a page that is counted. */
export const maxPageLength = 300;

/** The longest comment on a chat, in characters. */
export const maxRatingCommentLength = 1000;

/** The largest body of `POST /ratings`, in bytes. */
export const maxRatingBytes = 2048;

/** How a visitor found a chat, worst first. Of two thumbs, one is 1 and the other 5. */
export const ratingValues = [1, 2, 3, 4, 5] as const;

/** What a usual form's values take of it. The rest is for the page, the campaign, a token and a captcha. */
const usualFormBytes = 4_096;
/** A UTF-16 unit in UTF-8: Japanese takes three bytes, an emoji of two units four. */
const maxBytesPerUnit = 3;

/** The largest body of a lead, if its form's values have at most so many characters, in UTF-16 units. */
export function maxLeadBytes(maxLengths: readonly number[]): number {
  const values = maxLengths.reduce((sum, length) => sum + length, 0) * maxBytesPerUnit;
  return maxBodyBytes + Math.max(0, values - usualFormBytes);
}
