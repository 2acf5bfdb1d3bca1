/** Whether a request carries `Authorization: Bearer <API_KEY>` (Authentication). */
export function judgeKey(authorization: string | undefined, key: string): 'right' | 'wrong' | 'none' {
  if (authorization === undefined) return 'none';
  const [, sent] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  return sent === key ? 'right' : 'wrong';
}
