/** What is in the picture: it decides the camera, the frame and the words. */
export type Subject = 'document' | 'face'

export interface PhotographerProps {
  subject: Subject
  label: string
  /** A picture that was chosen as a file; without one the camera opens. */
  given: File | null
  onPicture: (picture: File) => void
  onGiveUp: () => void
}
