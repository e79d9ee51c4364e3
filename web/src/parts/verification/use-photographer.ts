/** State of the camera dialog: open or closed, and the previewed picture. */
import { useState } from 'react'

export function usePhotographer(send: (picture: File) => void) {
  const [shown, setShown] = useState<{ given: File | null } | null>(null)
  return {
    shown,
    openCamera: () => setShown({ given: null }),
    check: (picture: File) => setShown({ given: picture }),
    accept(picture: File): void {
      setShown(null)
      send(picture)
    },
    close: () => setShown(null),
  }
}
