/** The web application lives below this path, with a trailing slash in addresses; the API lives under `/api`. */
export const BASE_PATH = '/project-drink-it';
