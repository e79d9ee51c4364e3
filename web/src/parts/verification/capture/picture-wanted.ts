/** Subject of the picture: selects the camera, the frame and the texts. */
export type Subject = 'document' | 'face'

export interface PhotographerProps {
  subject: Subject
  label: string
  /** A picture chosen as a file; without one the camera opens. */
  given: File | null
  onPicture: (picture: File) => void
  onGiveUp: () => void
}
