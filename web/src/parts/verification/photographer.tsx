/** The camera and the check of a picture before it is sent; their code comes with the first picture. */
import { part } from '../../ui/part.tsx'
import type { PhotographerProps } from './capture/picture-wanted.ts'

export const Photographer = part<PhotographerProps>(async () => (await import('./capture/picture-dialog.tsx')).default, {
  dialog: { close: ({ onGiveUp }) => onGiveUp() },
})
