/** Access gate of a screen. The server decides on every call; the gate only avoids a screen full of refusals (SHELL-08). */
import { Button, Title } from '@mantine/core'
import { Link, Outlet, useLocation, useMatches } from '@tanstack/react-router'
import type { Account } from '@tunjo/contract/identity'
import { useTranslation } from 'react-i18next'
import { loadPhrases } from '../../i18n/index.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import states from '../../ui/states.module.css'
import { homeOf } from '../destination.ts'
import classes from './frames.module.css'
import { permissionOfPage } from './page-permissions.ts'

const NoPermission = lazyComponent(async () => (await Promise.all([import('./no-permission.tsx'), loadPhrases(['staff'])]))[0].NoPermission)

export function Gate({ account }: { account: Account }) {
  const role = useMatches({ select: (matches) => matches.at(-1)?.staticData.role })
  const isAllowed = role === 'SIGNED_IN' || (role !== undefined && account.authorities.includes(role))
  const needed = permissionOfPage(useLocation({ select: ({ pathname }) => pathname }))
  if (!isAllowed) return <NotAuthorized home={homeOf(account)} />
  // An officer without any permission has no second factor yet, and the server reports it.
  const isKept = needed !== undefined && account.permissions.length > 0 && !account.permissions.includes(needed)
  return isKept ? <NoPermission permission={needed} home={homeOf(account)} /> : <Outlet />
}

function NotAuthorized({ home }: { home: string }) {
  const { t } = useTranslation('shell')
  return (
    <div className={states.state}>
      <Title order={1} className={classes.refusal}>
        {t('notAuthorized')}
      </Title>
      <Button component={Link} to={home} variant="default">
        {t('toHome')}
      </Button>
    </div>
  )
}
