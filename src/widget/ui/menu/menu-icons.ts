/** As paths on the grid of the other icons. */
export const menuIcons = {
  plus: 'M12 5v14M5 12h14',
  save: 'M12 4v10M8 10.5l4 4 4-4M5 19h14',
  sound: 'M18 15V10a6 6 0 1 0-12 0v5l-1.5 2h15ZM10.5 20h3',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3.5 12h17M12 3c5 5 5 13 0 18-5-5-5-13 0-18Z',
  trash: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13',
};
