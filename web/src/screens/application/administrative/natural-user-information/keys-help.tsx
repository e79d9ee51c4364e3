/** `?`: help with all keyboard shortcuts of the review, and the switch that turns the letters off. */
import { Stack, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Modal } from '../../../../ui/modal.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { useLetterKeys } from '../../../../ui/use-key-commands.ts'
import classes from './person.module.css'

const KEYS = [
  ['?', 'help'],
  ['n', 'next'],
  ['v', 'verify'],
  ['d', 'decline'],
  ['l', 'level'],
  ['j', 'nextPicture'],
  ['k', 'previousPicture'],
  ['+', 'zoomIn'],
  ['-', 'zoomOut'],
  ['r', 'rotate'],
  ['0', 'fit'],
  ['c', 'compare'],
  ['← →', 'views'],
  ['i', 'start'],
  ['1 … 8', 'choose'],
  ['Ctrl + Enter', 'send'],
] as const

export function KeysHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('review')
  const [areOn, setOn] = useLetterKeys()
  return (
    <Modal opened onClose={onClose} title={t('keys.title')} size="sm">
      <Stack>
        <Summary
          label={t('keys.title')}
          lines={KEYS.map(([key, name]) => ({ name: t(`keys.list.${name}`), value: <kbd className={classes.key}>{key}</kbd> }))}
        />
        <Switch label={t('keys.on')} checked={areOn} onChange={(event) => setOn(event.currentTarget.checked)} data-autofocus />
      </Stack>
    </Modal>
  )
}
