/** Configuration list shown by the names of its codes; long lists are collapsed. */
import type { ListCode } from '@tunjo/contract/configuration-catalogue'
import { useTranslation } from 'react-i18next'
import classes from './configuration.module.css'
import { useCodeNames } from './use-code-names.ts'

export function CodeList({ title, kind, codes }: { title: string; kind: ListCode; codes: readonly string[] }) {
  const { t } = useTranslation('platform-configuration')
  const { nameOf } = useCodeNames(kind)
  return (
    <details className={classes.list}>
      <summary>
        {title}: {t('codes', { count: codes.length })}
      </summary>
      {codes.length === 0 ? (
        <p className={classes.note}>{t('empty')}</p>
      ) : (
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>{nameOf(code)}</li>
          ))}
        </ul>
      )}
    </details>
  )
}
