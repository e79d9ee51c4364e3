/** QR code with its text: a person cannot read the code alone. */
import { useTranslation } from 'react-i18next'
import { Address } from '../../../ui/address.tsx'
import { Card } from '../../../ui/card.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import classes from './dev-ui.module.css'
import { SAMPLE_ADDRESS } from './samples.ts'

export function Qr() {
  const { t } = useTranslation('dev-ui')
  return (
    <Card title={t('qr.title')}>
      <div className={classes.row}>
        <QrCode text={SAMPLE_ADDRESS} title={t('qr.name')} />
        <Address value={SAMPLE_ADDRESS} />
      </div>
    </Card>
  )
}
