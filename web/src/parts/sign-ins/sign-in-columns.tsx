/** Columns shared by the customer's and the officer's list of sign-ins. */
import { DEVICE_KINDS, SIGN_IN_RESULTS, type SignInRow } from '@tunjo/contract/devices'
import type { TFunction } from 'i18next'
import { DateTime } from '../../ui/date-time.tsx'
import { Hash } from '../../ui/hash.tsx'
import type { TableColumn, TableFilter } from '../../ui/server-table/table-column.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

type Translate = TFunction<'sign-ins'>
type SignIn = Omit<SignInRow, 'session'>

export const signInIdColumn = (t: Translate): TableColumn<SignIn> => ({
  key: 'id',
  header: t('loginId'),
  render: ({ id }) => <Hash value={id} what={t('loginIdName')} />,
  isFixed: true,
})

export function signInColumns(t: Translate): readonly TableColumn<SignIn>[] {
  return [
    {
      key: 'at',
      header: t('date'),
      render: ({ at }) => <DateTime value={new Date(at)} />,
      headerAction: 'sort',
      isLead: true,
      isLong: true,
    },
    { key: 'ip', header: t('ip'), render: ({ ip }) => ip, headerAction: 'sort', isLong: true },
    { key: 'place', header: t('place'), render: ({ place }) => place, headerAction: 'sort', isLong: true },
    { key: 'system', header: t('system'), render: ({ system }) => system, headerAction: 'sort', isLong: true },
    { key: 'deviceKind', header: t('deviceKind'), render: ({ deviceKind }) => t(`kind.${deviceKind}`), headerAction: 'sort' },
    { key: 'browser', header: t('browser'), render: ({ browser }) => browser, isExtra: true, isLong: true },
    {
      key: 'result',
      header: t('result'),
      render: ({ result }) => <StatusBadge kind={result === 'entered' ? 'done' : 'failed'}>{t(`results.${result}`)}</StatusBadge>,
    },
  ]
}

export function signInFilters(t: Translate): readonly TableFilter[] {
  return [
    { key: 'from', label: t('from') },
    { key: 'to', label: t('to') },
    { key: 'result', label: t('result'), options: SIGN_IN_RESULTS.map((value) => ({ value, label: t(`results.${value}`) })) },
    { key: 'deviceKind', label: t('deviceKind'), options: DEVICE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })) },
  ]
}
