import { lazy } from 'react';

/** The menu brings the settings along; a visitor who is not signed in needs none of it. */
export const UserMenu = lazy(async () => ({ default: (await import('../account/user-menu.tsx')).UserMenu }));
