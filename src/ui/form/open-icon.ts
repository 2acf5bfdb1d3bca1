/** That something can be chosen, as a path on the grid of the other icons. */
export const openIcon = 'M7 10l5 5 5-5';
