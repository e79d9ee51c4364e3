/** Lets a screen be seen by who may see it. The server decides on every call; this only spares people a screen full of refusals (SHELL-08). */
import { Button, Title } from '@mantine/core'
import { Link, Outlet, useMatches } from '@tanstack/react-router'
import type { Account } from '@tunjo/contract/identity'
import { useTranslation } from 'react-i18next'
import states from '../../ui/states.module.css'
import { homeOf } from '../destination.ts'
import classes from './frames.module.css'

export function Gate({ account }: { account: Account }) {
  const role = useMatches({ select: (matches) => matches.at(-1)?.staticData.role })
  const isAllowed = role === 'SIGNED_IN' || (role !== undefined && account.authorities.includes(role))
  return isAllowed ? <Outlet /> : <NotAuthorized home={homeOf(account)} />
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
