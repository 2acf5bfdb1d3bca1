import { cleanUrl, landingUrl, readAttribution, readEarlierPages, type SubmissionExtra } from '../../core/index.ts';
import { getStorage, type ResolvedOptions } from '../../options/index.ts';

/** The page of a lead, and where its visitor came from. Reading it stores the attribution, so an anonymous chat does not. */
export function readLeadOrigin(options: ResolvedOptions): SubmissionExtra {
  const { attribution: mode, keepUrlParameters: keepParameters } = options;
  const { referrer } = document;
  const storage = getStorage(options);
  // Earlier pages are only looked at with the consent that storing them would need.
  const earlierPages = mode === 'landing' && storage !== null ? readEarlierPages() : [];
  return {
    page: {
      url: cleanUrl(location.href, keepParameters),
      title: document.title.slice(0, 2000),
      referrer: cleanUrl(referrer, keepParameters),
    },
    attribution: readAttribution({ url: landingUrl(), referrer, keepParameters, earlierPages, storage }),
  };
}
