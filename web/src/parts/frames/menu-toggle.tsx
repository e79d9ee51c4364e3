/** Menu toggle on narrow screens; the drawer's code is loaded after the page, or with the first press. */
import { Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import classes from './frames.module.css'

const MenuDrawer = lazyComponent(async () => (await import('./menu-drawer.tsx')).default, {
  dialog: { close: ({ onClose }) => onClose(), isOpen: ({ opened }) => opened },
})
/** Delay after the page, so that the menu later opens immediately, even offline. */
const LOAD_AFTER_MS = 2_000

export function MenuToggle() {
  const { t } = useTranslation('shell')
  const [opened, { open, close }] = useDisclosure(false)
  const [wasOpened, setWasOpened] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => MenuDrawer.preload(), LOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  function press(): void {
    setWasOpened(true)
    open()
  }

  return (
    <div className={classes.toggle}>
      <Burger size="sm" opened={opened} onClick={press} aria-label={t('menu.open')} aria-expanded={opened} aria-haspopup="dialog" />
      {wasOpened && <MenuDrawer opened={opened} onClose={close} />}
    </div>
  )
}
