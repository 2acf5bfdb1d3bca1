/** Words of the button that copies, in English. */
export const copyTexts = {
  copyMessage: 'Copy message',
  copyCode: 'Copy code',
  copied: 'Copied',
  copyFailed: 'Your browser does not allow copying here.',
};
