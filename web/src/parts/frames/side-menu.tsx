/** Side menu of the person's role, at the side or behind the toggle (SHELL-06). */
import { useAccount } from '../../session.ts'
import { isAdmin } from '../destination.ts'
import { AdminMenu } from './admin-menu.tsx'
import { MainMenu } from './main-menu.tsx'

export function SideMenu({ onChoose }: { onChoose?: () => void }) {
  const account = useAccount()
  return account && isAdmin(account) ? (
    <AdminMenu permissions={account.permissions} onChoose={onChoose} />
  ) : (
    <MainMenu onChoose={onChoose} />
  )
}
