import { lazyDialog } from '../ui/lazy-dialog.tsx';

export const AddPortionDialog = lazyDialog(() => import('./add-portion-dialog.tsx'));
export const EditPortionDialog = lazyDialog(() => import('./edit-portion-dialog.tsx'));
export const DeletePortionDialog = lazyDialog(() => import('./delete-portion-dialog.tsx'));
