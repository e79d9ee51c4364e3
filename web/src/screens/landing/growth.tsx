/** Landing section for growing companies: monthly limit of each verification level (KYC-18). */
import { useTranslation } from 'react-i18next'
import growth from './growth.module.css'
import classes from './landing.module.css'

const LEVELS = [
  { level: 1, maximum: '$ 13.000.000' },
  { level: 2, maximum: '$ 40.000.000' },
] as const

export function Growth() {
  const { t } = useTranslation('landing')
  return (
    <section className={`${classes.section} ${growth.growth}`}>
      <div>
        <h2 className={classes.title}>{t('growth.title')}</h2>
        <p className={classes.text}>{t('growth.text')}</p>
      </div>
      <div>
        <table className={growth.levels}>
          <caption>{t('growth.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('growth.level')}</th>
              <th scope="col">{t('growth.maximum')}</th>
            </tr>
          </thead>
          <tbody>
            {LEVELS.map(({ level, maximum }) => (
              <tr key={level}>
                <th scope="row">{t('growth.levelName', { level })}</th>
                <td>{maximum}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className={growth.note}>{t('growth.note')}</p>
      </div>
    </section>
  )
}
