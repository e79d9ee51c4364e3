/** Opens the side menu on narrow screens; the drawer's code arrives when the page is done, or with the first press. */
import { Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './frames.module.css'

const loadDrawer = () => import('./menu-drawer.tsx')
const MenuDrawer = lazy(loadDrawer)
/** After the page itself, so that the menu also opens at once, and where the connection has gone since. */
const LOAD_AFTER_MS = 2_000

export function MenuToggle() {
  const { t } = useTranslation('shell')
  const [opened, { open, close }] = useDisclosure(false)
  const [wasOpened, setWasOpened] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => void loadDrawer().catch(() => undefined), LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

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
