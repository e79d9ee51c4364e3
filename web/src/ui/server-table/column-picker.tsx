/** Picker of the visible columns. */
import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface ColumnPickerProps {
  columns: readonly { key: string; header: string; isFixed?: boolean }[]
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
  onReset: () => void
}

/** Never higher than the space next to the button: an option outside the screen cannot be pressed. */
const FITTING = { flip: true, shift: true, size: { padding: 8 } }

export function ColumnPicker({ columns, hidden, onToggle, onReset }: ColumnPickerProps) {
  const { t } = useTranslation('ui')
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus transitionProps={{ duration: 100 }} middlewares={FITTING}>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t('table.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.columnsLabel')} style={{ overflowY: 'auto' }}>
        <Stack gap={10}>
          {columns
            .filter(({ isFixed }) => !isFixed)
            .map(({ key, header }) => (
              <Checkbox key={key} size="sm" label={header} checked={!hidden.has(key)} onChange={() => onToggle(key)} />
            ))}
          <Button size="compact-sm" variant="subtle" onClick={onReset}>
            {t('table.resetColumns')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
