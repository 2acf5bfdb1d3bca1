/** Words of the menu, in English. */
export const menuTexts = {
  download: 'Download transcript',
  sound: 'Sound',
  language: 'Language',
  deleteData: 'Delete my data',
  deleteDataSure: 'Delete this conversation and everything kept in this browser?',
  delete: 'Delete',
  cancel: 'Cancel',
  you: 'You',
};
