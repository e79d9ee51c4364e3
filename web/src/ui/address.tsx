/** Complete blockchain address in groups of four, for comparison with another screen before sending money to it. */
import { useTranslation } from 'react-i18next'
import classes from './address.module.css'
import { CopyButton } from './copy-button.tsx'

export function Address({ value }: { value: string }) {
  const { t } = useTranslation('ui')
  const groups = value.match(/.{1,4}/gs) ?? []
  return (
    <span className={classes.address}>
      {/* The groups are separated by style only, so that a selection copies no spaces. */}
      <code className={classes.text} translate="no">
        {groups.map((group, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups of one text, in its order
          <span key={position} className={classes.group}>
            {group}
            <wbr />
          </span>
        ))}
      </code>
      <CopyButton text={value} what={t('address.what')} />
    </span>
  )
}
