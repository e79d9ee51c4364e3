/** Language switch of the page, with immediate effect (SHELL-13). */
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../../../i18n/index.ts'
import { currentLanguage, isLanguage, LANGUAGES } from '../../../i18n/language.ts'
import classes from './configuration.module.css'

export function LanguageSwitch() {
  const { t } = useTranslation('configuration')
  const [hasFailed, setFailed] = useState(false)

  function choose(language: string): void {
    if (!isLanguage(language)) return
    setFailed(false)
    chooseLanguage(language).catch(() => setFailed(true))
  }

  return (
    <div className={classes.control}>
      <SegmentedControl
        size="sm"
        aria-label={t('language')}
        value={currentLanguage()}
        onChange={choose}
        data={Object.entries(LANGUAGES).map(([value, name]) => ({ value, label: <span lang={value}>{name}</span> }))}
      />
      {hasFailed && (
        <p role="alert" className={classes.problem}>
          {t('languageFailed')}
        </p>
      )}
    </div>
  )
}
