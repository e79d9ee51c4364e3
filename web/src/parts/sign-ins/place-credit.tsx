/**
 * Credit of the place data: its licence (CC BY 4.0) requires this line and its link next to the places. Rendered after
 * them: below placeholders it would move when they are replaced.
 */
import { useTranslation } from 'react-i18next'
import classes from './place-credit.module.css'

const HOLDER = { url: 'https://db-ip.com', text: 'IP Geolocation by DB-IP' }

export function PlaceCredit() {
  const { t } = useTranslation('sign-ins')
  return (
    <p className={classes.credit}>
      {t('placeNote')}{' '}
      <a href={HOLDER.url} target="_blank" rel="noopener noreferrer" lang="en">
        {HOLDER.text}
      </a>
    </p>
  )
}
