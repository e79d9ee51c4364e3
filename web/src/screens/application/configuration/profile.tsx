/** E-mail, verification, languages, theme. */
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ACCOUNT_STATE, type Account } from '@tunjo/contract/identity'
import { useTranslation } from 'react-i18next'
import { accountQuery } from '../../../api/credentials.ts'
import { useAccount } from '../../../session.ts'
import { Card } from '../../../ui/card.tsx'
import { ColorSchemeSwitch } from '../../../ui/color-scheme-switch.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import classes from './configuration.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import { Loaded } from './loaded.tsx'
import { NoticeLanguage } from './notice-language.tsx'
import { Setting } from './setting.tsx'

export function Profile() {
  const { t } = useTranslation('configuration')
  // Known since the route guard: the layout does not shift when it loads.
  const account = useQuery({ ...accountQuery, placeholderData: useAccount() ?? undefined })
  return (
    <>
      <Card title={t('account')}>
        <Loaded query={account}>{(data) => <AccountSettings account={data} />}</Loaded>
      </Card>
      <Card title={t('device')}>
        <div>
          <Setting name={t('language')} text={t('languageText')} control={<LanguageSwitch />} />
          <Setting name={t('theme')} text={t('themeText')} control={<ColorSchemeSwitch />} />
        </div>
      </Card>
    </>
  )
}

function AccountSettings({ account }: { account: Account }) {
  const { t } = useTranslation('configuration')
  return (
    <div>
      <Setting
        name={t('email')}
        text={account.email}
        control={
          <Anchor underline="always" renderRoot={(props) => <Link to="." search={{ seccion: 'seguridad' }} {...props} />}>
            {t('emailChange')}
          </Anchor>
        }
      />
      {account.authorities.includes('ROLE_USER') && <Verification isVerified={account.state === ACCOUNT_STATE.verified} />}
      <NoticeLanguage langKey={account.langKey} />
    </div>
  )
}

/** Starts with the survey, until the account is verified (SHELL-05). Officers have none. */
function Verification({ isVerified }: { isVerified: boolean }) {
  const { t } = useTranslation('configuration')
  return (
    <Setting
      name={t('verification')}
      text={isVerified ? t('verifiedText') : t('unverifiedText')}
      control={
        <div className={classes.status}>
          <StatusBadge kind={isVerified ? 'done' : 'waiting'}>{isVerified ? t('verified') : t('unverified')}</StatusBadge>
          <Anchor component={Link} to={isVerified ? '/application/verification/' : '/postregister/'} underline="always">
            {isVerified ? t('verificationSee') : t('verificationStart')}
          </Anchor>
        </div>
      }
    />
  )
}
