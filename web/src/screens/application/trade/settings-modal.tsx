/** Slippage and confirmation (EX-04). Every change takes effect immediately; an unreadable tolerance changes nothing. */
import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Modal } from '../../../ui/modal.tsx'
import classes from './modals.module.css'
import { DEFAULT_SETTINGS, percentOf, readSlippage, SLIPPAGE_PRESETS_BPS, type TradeSettings, warningOf } from './trade-settings.ts'

interface SettingsModalProps {
  opened: boolean
  onClose: () => void
  settings: TradeSettings
  onChange: (settings: TradeSettings) => void
}

export function SettingsModal({ opened, onClose, ...fields }: SettingsModalProps) {
  const { t } = useTranslation('trade')
  return (
    <Modal opened={opened} onClose={onClose} title={t('settings.title')} size="sm">
      <div className={classes.stack}>
        <Fields {...fields} />
        <Button onClick={onClose}>{t('settings.done')}</Button>
      </div>
    </Modal>
  )
}

function Fields({ settings, onChange }: Pick<SettingsModalProps, 'settings' | 'onChange'>) {
  const { t } = useTranslation('trade')
  const { slippageBps } = settings
  const isPreset = SLIPPAGE_PRESETS_BPS.some((preset) => preset === slippageBps)
  const [custom, setCustom] = useState(isPreset ? '' : percentOf(slippageBps))
  const reading = custom === '' ? null : readSlippage(custom)
  const problem = reading?.bps === null ? t(`settings.${reading.problem}`) : null
  const warning = problem ? null : warningOf(slippageBps)

  function writeCustom(text: string): void {
    setCustom(text)
    const bps = text.trim() === '' ? DEFAULT_SETTINGS.slippageBps : readSlippage(text).bps
    if (bps !== null) onChange({ ...settings, slippageBps: bps })
  }

  return (
    <>
      <div className={classes.group}>
        <h3 className={classes.heading}>{t('settings.slippage')}</h3>
        <p className={classes.quiet}>{t('settings.slippageText')}</p>
        <SegmentedControl
          fullWidth
          aria-label={t('settings.presets')}
          data={SLIPPAGE_PRESETS_BPS.map((bps) => ({ value: String(bps), label: `${percentOf(bps)}\u00a0%` }))}
          value={custom === '' ? String(slippageBps) : ''}
          onChange={(value) => {
            setCustom('')
            onChange({ ...settings, slippageBps: Number(value) })
          }}
        />
        <TextInput
          label={t('settings.custom')}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0,75"
          maxLength={8}
          rightSection="%"
          value={custom}
          onChange={(event) => writeCustom(event.currentTarget.value)}
          error={problem}
        />
        {warning && <Warning>{t(`settings.${warning}`)}</Warning>}
      </div>
      <Switch
        label={t('settings.confirmation')}
        description={t('settings.confirmationText')}
        checked={settings.withConfirmation}
        onChange={(event) => onChange({ ...settings, withConfirmation: event.currentTarget.checked })}
      />
    </>
  )
}

const Warning = ({ children }: { children: ReactNode }) => (
  <p className={classes.warning} role="status">
    {children}
  </p>
)
