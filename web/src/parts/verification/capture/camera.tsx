/** Device camera with a frame for the subject; without a camera or permission, the file chooser. */
import { ActionIcon, Alert, Button } from '@mantine/core'
import { IconBulb, IconBulbOff, IconCamera } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './capture.module.css'
import { ChooseFile } from './choose-file.tsx'
import type { Subject } from './picture-wanted.ts'
import { useCamera } from './use-camera.ts'

export function Camera({ subject, onPicture }: { subject: Subject; onPicture: (picture: File) => void }) {
  const { t } = useTranslation('verification')
  const { video, state, torch, shoot } = useCamera(subject)

  if (state === 'denied' || state === 'none' || state === 'failed') {
    return (
      <div className={classes.stack}>
        <Alert color="amber" role="alert">
          {t(`camera.${state}`)}
        </Alert>
        <ChooseFile subject={subject} onChosen={onPicture} />
      </div>
    )
  }
  return (
    <div className={classes.stack}>
      <p className={classes.words}>{t(state === 'starting' ? 'camera.starting' : `camera.${subject}`)}</p>
      <div className={classes.view} data-subject={subject}>
        <video ref={video} className={classes.video} playsInline muted autoPlay aria-label={t('camera.view')} />
        <span className={classes.frame} aria-hidden />
      </div>
      <div className={classes.buttons}>
        {torch && (
          <ActionIcon variant="default" size={42} aria-label={t(torch.isOn ? 'camera.torchOff' : 'camera.torchOn')} onClick={torch.toggle}>
            {torch.isOn ? <IconBulbOff size={20} aria-hidden /> : <IconBulb size={20} aria-hidden />}
          </ActionIcon>
        )}
        <ChooseFile onChosen={onPicture} />
        <Button
          leftSection={<IconCamera size={18} aria-hidden />}
          disabled={state !== 'ready'}
          data-autofocus
          onClick={() => void shoot().then((picture) => picture && onPicture(picture))}
        >
          {t('camera.shoot')}
        </Button>
      </div>
    </div>
  )
}
