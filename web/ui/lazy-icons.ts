/* Icons of parts that most visits load later: in icon.tsx they would add to the first load. */

export const CHEVRON_LEFT = { path: 'm15 6-6 6 6 6' };
export const CHEVRON_RIGHT = { path: 'm9 6 6 6-6 6' };
export const CARDS = { path: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z' };
export const COMPARE = { path: 'M4 5h6v14H4zM14 5h6v14h-6zM12 3v18' };
export const EYE_OFF = {
  path: 'M10 5.3A9.6 9.6 0 0 1 12 5c5 0 8.5 4.2 9.6 7a13 13 0 0 1-2.7 3.9M6.5 6.8A13 13 0 0 0 2.4 12c1.1 2.8 4.6 7 9.6 7a9.5 9.5 0 0 0 5-1.5M9.9 9.9a3 3 0 0 0 4.2 4.2M3 3l18 18',
};
export const FILTER = { path: 'M4 6h16M7 12h10M10 18h4' };
export const COPY = {
  path: 'M9 9h9a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2zM6 15H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2v1',
};
export const FLASK = {
  path: 'M9 3h6M10 3v6.5L4.6 18a2 2 0 0 0 1.7 3h11.4a2 2 0 0 0 1.7-3L14 9.5V3M7.5 14.5h9',
};
export const MORE = {
  path: 'M5 11.5a.5.5 0 0 1 0 1 .5.5 0 0 1 0-1ZM12 11.5a.5.5 0 0 1 0 1 .5.5 0 0 1 0-1ZM19 11.5a.5.5 0 0 1 0 1 .5.5 0 0 1 0-1Z',
};
export const NOTE = { path: 'M5 4h14v10l-5 6H5zM14 20v-6h5M8.5 8.5h7M8.5 12h4' };
export const PIN = {
  path: 'M12 21s7-6.2 7-11.5a7 7 0 1 0-14 0C5 14.8 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
};
export const PRINTER = {
  path: 'M7 9V4h10v5M7 17H5a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-2M7 14h10v6H7z',
};
export const ROWS = { path: 'M4 6h16M4 12h16M4 18h16' };
export const SHARE = { path: 'M12 15V3M8 6.5 12 3l4 3.5M8 10H6v11h12V10h-2' };
export const LINK = {
  path: 'M10 13.5a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.1l-1.2 1.2M14 10.5a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.9l1.2-1.2',
};
export const STOP = { path: 'M7 6h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1Z' };
export const TABLE = { path: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9' };
export const SIGN_OUT = { path: 'M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4M9 12h11M16 8l4 4-4 4' };
export const THUMB_DOWN = {
  path: 'M17 14V4h3v10zM17 13l-4.5 8a2.5 2.5 0 0 1-2.5-2.5V15H5.5a2 2 0 0 1-2-2.4l1.4-7A2 2 0 0 1 6.9 4H17',
};
export const THUMB_UP = {
  path: 'M7 10v10H4V10zM7 11l4.5-8A2.5 2.5 0 0 1 14 5.5V9h4.5a2 2 0 0 1 2 2.4l-1.4 7a2 2 0 0 1-2 1.6H7',
};
export const USER_OFF = {
  path: 'M10 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM3 20a7 7 0 0 1 11-5.7M16 15l5 5M21 15l-5 5',
};
export const UPLOAD = { path: 'M12 16V5M7 9l5-5 5 5M4 20h16' };
export const VERIFIED = {
  path: 'm12 2.5 2.6 2 3.3-.1 1 3.1 2.7 1.9-1.1 3.1 1.1 3.1-2.7 1.9-1 3.1-3.3-.1-2.6 2-2.6-2-3.3.1-1-3.1-2.7-1.9 1.1-3.1-1.1-3.1 2.7-1.9 1-3.1 3.3.1ZM8.5 12.5l2.5 2.5 4.5-5',
};
export const USER = { path: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4.5 20a7.5 7.5 0 0 1 15 0' };
export const INFO = { path: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 11v5M12 7.6v.1' };
export const CHECK = { path: 'm5 12.5 4.5 4.5L19 7.5' };
export const DOWNLOAD = { path: 'M12 4v11M7 11l5 5 5-5M4 20h16' };
export const ARROW_LEFT = { path: 'M19 12H5M11 6l-6 6 6 6' };
export const ARROW_UP_RIGHT = { path: 'M7 17 17 7M8 7h9v9' };
export const CHEVRON_DOWN = { path: 'm6 9 6 6 6-6' };
export const ARROW_DOWN = { path: 'M12 5v14M6 13l6 6 6-6' };
export const PENCIL = { path: 'M4 20h4L19.5 8.5a2.1 2.1 0 0 0-3-3L5 17zM14.5 7.5l3 3' };
export const TRASH = { path: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5' };
export const WARNING = {
  path: 'M12 8v5M12 16.4v.1M10.3 4.2 2.9 17a2 2 0 0 0 1.7 3h14.8a2 2 0 0 0 1.7-3L13.7 4.2a2 2 0 0 0-3.4 0Z',
};
