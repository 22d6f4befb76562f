/** Every page address, below the base path. */
export const paths = {
  welcome: '/',
  home: '/home',
  signIn: '/signin',
  signUp: '/signup',
  /** Where a signed-out visitor of `/home` is sent. No such page exists, so the visit ends at the welcome page. */
  login: '/login',
} as const;
