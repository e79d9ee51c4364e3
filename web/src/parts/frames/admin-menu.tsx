/** Side menu of the back-office: four groups that fold, as each person left them (SHELL-06). */
import { useLocalStorage } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './admin-menu.module.css'

const FOLDED_KEY = 'tunjo.folded-menu'

const GROUPS = [
  {
    name: 'system',
    entries: [
      { to: 'users-list', label: 'title.users' },
      { to: 'roles-list', label: 'title.roles' },
      { to: 'black-list', label: 'title.blackList' },
      { to: 'fees', label: 'title.fees' },
    ],
  },
  {
    name: 'operations',
    entries: [
      { to: 'withdrawals', label: 'title.withdrawalApproval' },
      { to: 'verification/', label: 'title.kyc' },
    ],
  },
  {
    name: 'financial',
    entries: [
      { to: 'financial/deposits/', label: 'title.deposits' },
      { to: 'financial/withdrawals/', label: 'title.withdrawals' },
      { to: 'financial/trades', label: 'title.trades' },
      { to: 'financial/orders', label: 'title.orders' },
      { to: 'financial/fiat/', label: 'menu.fiat' },
      { to: 'login-report', label: 'title.deviceAccess' },
      { to: 'financial/wallet', label: 'title.custody' },
      { to: 'financial/balance', label: 'title.balance' },
    ],
  },
  { name: 'staff', entries: [{ to: 'users', label: 'title.staff' }] },
] as const
type Group = (typeof GROUPS)[number]

export function AdminMenu({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('shell')
  const [folded, setFolded] = useLocalStorage<string[]>({ key: FOLDED_KEY, defaultValue: [], getInitialValueInEffect: false })
  const fold = ({ name }: Group) => setFolded(folded.includes(name) ? folded.filter((other) => other !== name) : [...folded, name])
  return (
    <nav aria-label={t('menu.label')} className={classes.menu}>
      {GROUPS.map((group) => (
        <MenuGroup key={group.name} group={group} isOpen={!folded.includes(group.name)} onToggle={() => fold(group)} onChoose={onChoose} />
      ))}
    </nav>
  )
}

interface MenuGroupProps {
  group: Group
  isOpen: boolean
  onToggle: () => void
  onChoose?: () => void
}

function MenuGroup({ group: { name, entries }, isOpen, onToggle, onChoose }: MenuGroupProps) {
  const { t } = useTranslation('shell')
  const listId = useId()
  return (
    <div>
      <button type="button" className={classes.group} aria-expanded={isOpen} aria-controls={listId} onClick={onToggle}>
        {t(`menu.${name}`)}
        <IconChevronDown size={16} aria-hidden className={classes.chevron} />
      </button>
      <ul id={listId} className={classes.list} hidden={!isOpen}>
        {entries.map(({ to, label }) => (
          <li key={to}>
            <Link to={`/application/administrative/${to}`} className={classes.entry} onClick={onChoose}>
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
