import { existsSync } from 'node:fs';

const known = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The Chromium or Chrome of this machine; undefined if there is none. */
export function findChromium() {
  return known.find((path) => path && existsSync(path));
}
