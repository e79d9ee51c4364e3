/** Where the places come from: the licence of the data (CC BY 4.0) asks for this line and its link beside them. */
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
