/** Opens the side menu on narrow screens; the drawer's code arrives with the first press. */
import { Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './frames.module.css'

const MenuDrawer = lazy(() => import('./menu-drawer.tsx'))

export function MenuToggle() {
  const { t } = useTranslation('shell')
  const [opened, { open, close }] = useDisclosure(false)
  const [wasOpened, setWasOpened] = useState(false)

  function press(): void {
    setWasOpened(true)
    open()
  }

  return (
    <div className={classes.toggle}>
      <Burger size="sm" opened={opened} onClick={press} aria-label={t('menu.open')} aria-expanded={opened} aria-haspopup="dialog" />
      {wasOpened && (
        <Suspense>
          <MenuDrawer opened={opened} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
