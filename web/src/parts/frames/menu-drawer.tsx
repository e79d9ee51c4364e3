/** Side menu on narrow screens: a sheet from below on a phone, a drawer from the left on a tablet. */
import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useScrollLock } from '../../ui/scroll-lock.ts'
import classes from './frames.module.css'
import { SideMenu } from './side-menu.tsx'

const PHONE = '(max-width: 37.5em)'

export default function MenuDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shell')
  const isPhone = useMediaQuery(PHONE)
  useScrollLock(opened)
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position={isPhone ? 'bottom' : 'left'}
      size={isPhone ? 'auto' : 280}
      lockScroll={false}
      classNames={{ content: classes.drawer, header: classes.drawerHeader }}
    >
      <Drawer.Overlay backgroundOpacity={0.45} />
      <Drawer.Content>
        {/* A header element outside the page's sections would count as a second banner landmark. */}
        <Drawer.Header role="presentation">
          <Drawer.Title>{t('menu.title')}</Drawer.Title>
          <Drawer.CloseButton aria-label={t('menu.close')} />
        </Drawer.Header>
        <Drawer.Body>
          <SideMenu onChoose={onClose} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
