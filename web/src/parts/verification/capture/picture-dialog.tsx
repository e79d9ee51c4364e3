/** Dialog that takes or shows a picture, lists its weaknesses, and lets the person send it or take another. */
import { useState } from 'react'
import { Modal } from '../../../ui/modal.tsx'
import { Camera } from './camera.tsx'
import { PictureCheck } from './picture-check.tsx'
import type { PhotographerProps } from './picture-wanted.ts'

export default function PictureDialog({ subject, label, given, onPicture, onGiveUp }: PhotographerProps) {
  const [picture, setPicture] = useState<File | null>(given)
  return (
    <Modal opened onClose={onGiveUp} title={label} size="lg">
      {picture ? (
        <PictureCheck
          key={picture.lastModified}
          subject={subject}
          picture={picture}
          isFromCamera={given === null}
          onUse={onPicture}
          onAgain={() => (given === null ? setPicture(null) : onGiveUp())}
          onChosen={setPicture}
        />
      ) : (
        <Camera subject={subject} onPicture={setPicture} />
      )}
    </Modal>
  )
}
