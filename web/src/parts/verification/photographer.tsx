/** Camera and picture check; loaded with the first picture. */
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { PhotographerProps } from './capture/picture-wanted.ts'

export const Photographer = lazyComponent<PhotographerProps>(async () => (await import('./capture/picture-dialog.tsx')).default, {
  dialog: { close: ({ onGiveUp }) => onGiveUp() },
})
