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
      <Drawer.Root
        opened={opened}
        onClose={close}
        position={isPhone ? 'bottom' : 'left'}
        size={isPhone ? 'auto' : 280}
        lockScroll={false}
        classNames={{ content: classes.drawer, header: classes.drawerHeader }}
      >
        <Drawer.Overlay backgroundOpacity={0.45} />
        <Drawer.Content>
          {/* A header element outside the page's sections would count as a second banner. */}
          <Drawer.Header role="presentation">
            <Drawer.Title>{t('menu.title')}</Drawer.Title>
            <Drawer.CloseButton aria-label={t('menu.close')} />
          </Drawer.Header>
          <Drawer.Body>
            <MainMenu onChoose={close} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </div>
  )
}
