/** Saving state of a draft. */
import { Alert } from '@mantine/core'
import { IconCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import type { DraftState as State } from './draft-keeper.ts'
import classes from './verification.module.css'

const ICONS = { untouched: IconCloudUpload, saved: IconCheck, saving: IconCloudUpload, offline: IconCloudOff }

export function DraftState({ saving, wasChangedElsewhere, refusal }: Pick<State, 'saving' | 'wasChangedElsewhere' | 'refusal'>) {
  const { t } = useTranslation('verification')
  if (saving === 'refused') {
    return (
      <Alert color="red" role="alert">
        {errorText(refusal)}
      </Alert>
    )
  }
  const Icon = ICONS[saving]
  return (
    <div className={classes.draftState} role="status">
      <p className={classes.quiet}>
        <Icon size={16} aria-hidden /> {t(`draft.${saving}`)}
      </p>
      {wasChangedElsewhere && <p className={classes.quiet}>{t('draft.changedElsewhere')}</p>}
    </div>
  )
}
