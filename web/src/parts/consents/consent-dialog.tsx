/** Consent dialog: changes, links to the texts, and acceptance. Closing it is allowed: only new deposits and trades then wait. */
import { Alert, Anchor, Button, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConsentChange } from '@tunjo/contract/consents'
import { useTranslation } from 'react-i18next'
import { acceptConsents, consentsQuery } from '../../api/consents.ts'
import { errorText } from '../../api/error-text.ts'
import { Modal } from '../../ui/modal.tsx'
import { formatPolicyDate } from '../policy/policy-date.ts'
import { versionPath } from '../policy/policy-paths.ts'
import { changesPath } from './consent-banner.tsx'
import classes from './consents.module.css'

export function ConsentDialog({ changes, onClose }: { changes: readonly ConsentChange[]; onClose: () => void }) {
  const { t } = useTranslation('consents')
  const cache = useQueryClient()
  const accepting = useMutation({
    mutationFn: () => acceptConsents(changes),
    onSuccess: (answer) => cache.setQueryData(consentsQuery.queryKey, answer),
    // Another version may have come meanwhile.
    onError: () => cache.invalidateQueries({ queryKey: consentsQuery.queryKey }),
  })
  return (
    <Modal opened onClose={onClose} title={t('dialog.title')} canClose={!accepting.isPending}>
      <Stack>
        <p className={classes.text}>{t('dialog.lead')}</p>
        {changes.map((change) => (
          <section key={change.slug} className={classes.change}>
            <h3>{change.title}</h3>
            <p className={classes.version}>{t('dialog.version', { version: change.version, date: formatPolicyDate(change.date) })}</p>
            {change.changes !== '' && <p>{change.changes}</p>}
            <p className={classes.links}>
              {change.acceptedVersion !== null && <OtherTab href={changesPath(change)} text={t('dialog.compare')} />}
              <OtherTab href={versionPath(change.slug, change.version)} text={t('dialog.read')} />
            </p>
          </section>
        ))}
        <p className={classes.text}>
          {t('dialog.free')} {t('dialog.kept')}
        </p>
        {accepting.isError && (
          <Alert color="red" role="alert">
            {errorText(accepting.error)}
          </Alert>
        )}
        <Button onClick={() => accepting.mutate()} loading={accepting.isPending}>
          {t('dialog.accept')}
        </Button>
        <Button variant="default" onClick={onClose} disabled={accepting.isPending}>
          {t('dialog.later')}
        </Button>
      </Stack>
    </Modal>
  )
}

/** Opens a new tab, so that the dialog is still there after reading. */
function OtherTab({ href, text }: { href: string; text: string }) {
  const { t } = useTranslation('consents')
  return (
    <Anchor href={href} target="_blank" rel="noopener" underline="always" inherit title={t('dialog.newTab')}>
      {text}
    </Anchor>
  )
}
