/** Preview of a picture before it is sent, with weaknesses for which a reviewer would decline it. */
import { Alert, Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './capture.module.css'
import { ChooseFile } from './choose-file.tsx'
import type { Subject } from './picture-wanted.ts'
import { type PreparedPicture, preparePicture } from './prepare-picture.ts'

interface PictureCheckProps {
  subject: Subject
  picture: File
  isFromCamera: boolean
  onUse: (picture: File) => void
  onAgain: () => void
  onChosen: (picture: File) => void
}

export function PictureCheck({ subject, picture, isFromCamera, onUse, onAgain, onChosen }: PictureCheckProps) {
  const { t } = useTranslation('verification')
  const [prepared, setPrepared] = useState<PreparedPicture | 'unreadable' | null>(null)
  const [address, setAddress] = useState<string | null>(null)

  useEffect(() => {
    const url = URL.createObjectURL(picture)
    let isCurrent = true
    setAddress(url)
    setPrepared(null)
    preparePicture(picture)
      .catch(() => 'unreadable' as const)
      .then((result) => isCurrent && setPrepared(result))
    return () => {
      isCurrent = false
      URL.revokeObjectURL(url)
    }
  }, [picture])

  if (prepared === 'unreadable') {
    return (
      <div className={classes.stack}>
        <Alert color="red" role="alert">
          {t('picture.unreadable')}
        </Alert>
        <ChooseFile onChosen={onChosen} />
      </div>
    )
  }
  const isWeak = prepared !== null && prepared.weaknesses.length > 0
  return (
    <div className={classes.stack}>
      {address && <img className={classes.preview} src={address} alt={t('picture.preview')} />}
      <div role="status" className={classes.words}>
        {!prepared && t('picture.checking')}
        {prepared && !isWeak && t(subject === 'face' ? 'picture.goodFace' : 'picture.good')}
        {isWeak && (
          <Alert color="amber">
            {prepared.weaknesses.map((weakness) => (
              <p key={weakness} className={classes.weakness}>
                {t(`quality.${weakness}`)}
              </p>
            ))}
          </Alert>
        )}
      </div>
      <div className={classes.buttons}>
        {isFromCamera ? (
          <Button variant={isWeak ? 'filled' : 'default'} onClick={onAgain}>
            {t('picture.again')}
          </Button>
        ) : (
          <ChooseFile label={t('slot.chooseAgain')} onChosen={onChosen} />
        )}
        <Button
          variant={isWeak ? 'default' : 'filled'}
          disabled={!prepared}
          data-autofocus
          onClick={() => prepared && onUse(prepared.file)}
        >
          {t(isWeak ? 'picture.anyway' : 'picture.use')}
        </Button>
      </div>
    </div>
  )
}
