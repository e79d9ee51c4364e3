/** /application/configuration: what this device remembers (ID-09); what belongs to the account comes as sections of its own. */
import { useTranslation } from 'react-i18next'
import { Card } from '../../../ui/card.tsx'
import { ColorSchemeSwitch } from '../../../ui/color-scheme-switch.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import classes from './configuration.module.css'
import { LanguageSwitch } from './language-switch.tsx'

export default function ConfigurationScreen() {
  const { t } = useTranslation('configuration')
  return (
    <>
      <PageHeader title={t('title')} />
      <Card title={t('device')}>
        <p className={classes.quiet}>{t('deviceText')}</p>
        <div className={classes.choice}>
          <div>
            <h3 className={classes.name}>{t('language')}</h3>
            <p className={classes.quiet}>{t('languageText')}</p>
          </div>
          <LanguageSwitch />
        </div>
        <div className={classes.choice}>
          <div>
            <h3 className={classes.name}>{t('theme')}</h3>
            <p className={classes.quiet}>{t('themeText')}</p>
          </div>
          <ColorSchemeSwitch />
        </div>
      </Card>
    </>
  )
}
