/** The side menu on narrow screens: a sheet from below on a phone, a drawer from the left on a tablet. */
import { Burger, Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useScrollLock } from '../../ui/modal.tsx'
import classes from './frames.module.css'
import { MainMenu } from './main-menu.tsx'

const PHONE = '(max-width: 37.5em)'

export function MenuToggle() {
  const { t } = useTranslation('shell')
  const [opened, { open, close }] = useDisclosure(false)
  const isPhone = useMediaQuery(PHONE)
  useScrollLock(opened)
  return (
    <div className={classes.toggle}>
      <Burger size="sm" opened={opened} onClick={open} aria-label={t('menu.open')} aria-expanded={opened} aria-haspopup="dialog" />
      <Drawer
        opened={opened}
        onClose={close}
        title={t('menu.title')}
        position={isPhone ? 'bottom' : 'left'}
        size={isPhone ? 'auto' : 280}
        lockScroll={false}
        closeButtonProps={{ 'aria-label': t('menu.close') }}
        classNames={{ content: classes.drawer, header: classes.drawerHeader }}
      >
        <MainMenu onChoose={close} />
      </Drawer>
    </div>
  )
}
