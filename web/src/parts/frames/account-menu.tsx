/** What belongs to the person: histories, accounts, leaving (SHELL-04, SHELL-05). */
import { Button, Menu } from '@mantine/core'
import { IconBuildingBank, IconHistory, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './frames.module.css'

export function AccountMenu({ email }: { email: string }) {
  const { t } = useTranslation('shell')
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="sm" className={classes.accountButton} aria-label={`${t('account.label')}: ${email}`}>
          <IconUserCircle size={24} stroke={1.6} aria-hidden />
          <span className={classes.email}>{email}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/application/record" leftSection={<IconHistory size={18} aria-hidden />}>
          {t('title.record')}
        </Menu.Item>
        <Menu.Item component={Link} to="/application/cuentas" leftSection={<IconBuildingBank size={18} aria-hidden />}>
          {t('title.accounts')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component={Link} to="/logout" leftSection={<IconLogout size={18} aria-hidden />}>
          {t('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
