/** Landing section about traceability: the posting of the deposit in the pictures, and a withdrawal step by step. */
import { useTranslation } from 'react-i18next'
import classes from './landing.module.css'
import { ProductPicture } from './product-picture.tsx'
import trace from './trace.module.css'

const POINTS = ['sealed', 'once', 'never'] as const

export function Trace() {
  const { t } = useTranslation('landing')
  return (
    <section className={classes.split}>
      <div>
        <h2 className={classes.title}>{t('trace.title')}</h2>
        <p className={classes.text}>{t('trace.text')}</p>
        <table className={trace.posting}>
          <caption>{t('trace.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('trace.account')}</th>
              <th scope="col">{t('trace.amount')}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{t('trace.bank')}</th>
              <td>−2.650.000</td>
            </tr>
            <tr>
              <th scope="row">{t('trace.customer')}</th>
              <td>+2.650.000</td>
            </tr>
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('trace.sum')}</th>
              <td>0</td>
            </tr>
          </tfoot>
        </table>
        <ul className={classes.list}>
          {POINTS.map((key) => (
            <li key={key}>{t(`trace.points.${key}`)}</li>
          ))}
        </ul>
      </div>
      <ProductPicture name="movement" alt={t('trace.picture')} className={`${classes.picture} ${trace.dialog}`} />
    </section>
  )
}
