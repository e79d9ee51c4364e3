/** Findings of an open alert, with links to the evidence of each. */

import { Link } from '@tanstack/react-router'
import type { AlertEpisode, AlertEvidence } from '@tunjo/contract/alert-evidence'
import { useTranslation } from 'react-i18next'
import { SeverityBadge } from '../../../../../parts/severity/severity-badge.tsx'
import { TransactionLink } from '../../../../../parts/transaction-link.tsx'
import { DateTime } from '../../../../../ui/date-time.tsx'
import classes from './evidence.module.css'
import { pageOfEvidence } from './page-of-evidence.ts'
import { useEvidenceWords } from './use-evidence-words.ts'

export function EvidenceList({ userId, episode: { findings, older } }: { userId: string; episode: AlertEpisode }) {
  const { t } = useTranslation('people-alerts')
  return (
    <ol className={classes.findings}>
      {findings.map(({ at, comment, severity, evidence, more }) => (
        <li key={`${at} ${comment}`} className={classes.finding}>
          <p className={classes.comment}>
            {severity && <SeverityBadge severity={severity} />} {comment} · <DateTime value={new Date(at)} />
          </p>
          {evidence.length === 0 ? (
            <p className={classes.none}>{t('evidence.none')}</p>
          ) : (
            <ul className={classes.evidence}>
              {evidence.map((one) => (
                <Reference key={`${one.type} ${one.id} ${one.role}`} userId={userId} evidence={one} />
              ))}
            </ul>
          )}
          {more > 0 && <p className={classes.none}>{t('evidence.more', { count: more })}</p>}
        </li>
      ))}
      {older > 0 && <li className={classes.none}>{t('evidence.older', { count: older })}</li>}
    </ol>
  )
}

function Reference({ userId, evidence }: { userId: string; evidence: AlertEvidence }) {
  const { title, detail } = useEvidenceWords()(evidence)
  const page = pageOfEvidence(userId, evidence)
  const { at, changes, facts } = evidence
  return (
    <li>
      {page ? (
        <Link to={page.to} search={page.search}>
          {title}
        </Link>
      ) : (
        <span>{title}</span>
      )}
      {detail && ` · ${detail}`}
      {at && (
        <>
          {' · '}
          <DateTime value={new Date(at)} />
        </>
      )}
      {facts.hash && (
        <>
          {' · '}
          <TransactionLink hash={facts.hash} />
        </>
      )}
      {changes.length > 0 && (
        <ul className={classes.changes}>
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              {field}: <del>{before ?? '—'}</del> → <ins>{after ?? '—'}</ins>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
