/** English sentence of every error code, in the style of errors.es.ts. */

import type { Sentence } from './errors.es.ts'
import type { ErrorCode, ErrorParams } from './errors.ts'
import { labelOfPermission } from './permissions.ts'
import { waitText } from './wait-text.ts'

const TYPES_ALLOWED: Record<string, string> = {
  pdf: 'Only PDF files are allowed',
  image: 'Only PNG or JPG pictures are allowed.',
  'image,pdf': 'Only PNG, JPG or PDF files are allowed.',
}

const wait = ({ retryAfterSeconds }: ErrorParams): string => waitText(retryAfterSeconds ?? 60, 'en')

const FAULTY_LINE: Record<string, string> = {
  roles: 'choose at least one role, each of them once',
  company_roles: 'a company is neither a representative nor a final owner; write the people behind it under it',
  share: 'only an owner has a share: a company, or an owner by property',
  parent: 'only a company that comes earlier in the list has owners under it, and they are final owners or another company',
  twice: 'that document is in the list already at the same place',
  shares_above_total: 'the shares add up to more than 100 %',
  document: 'the number of the document is not valid',
}
const MISSING_REPRESENTATIVE: Record<string, (name: string | number) => string> = {
  list: () => 'the representatives and owners in its documents are not recorded',
  newer_list: () => 'the list is older than the last submission of the company; check it and record it again',
  representative: () => 'at least one legal representative is missing',
  shareholder: (name) => `the owners of ${name} are not recorded, nor the reason why they are unknown`,
  owner: () => 'there is no final owner; record one, or the reason why none can be found',
}

export const ENGLISH_SENTENCES: Record<ErrorCode, Sentence> = {
  'request.invalid': 'Some of the data is not valid. Check the marked fields and try again.',
  'request.malformed_json': 'We could not read the request: its content is not valid JSON.',
  'request.encrypted_body_invalid': 'We could not decrypt the request. Check the key and the format of its content.',
  'request.unsupported_media_type': 'This service only takes JSON.',
  'request.too_large': 'The request is too large.',
  'request.not_found': 'We could not find what you are looking for.',
  'request.number_not_exact': 'A number has more digits than can be read exactly. Send it as text.',
  'request.text_unseen':
    'The text has characters that cannot be seen or that change the order of the letters. Delete it and type it again.',
  'request.reason_invalid': 'The reason must have at least 10 characters.',
  'request.reason_too_long': 'The reason can have up to 2,000 characters.',
  'request.too_many': (p) => `You made too many requests in a row. Try again in ${wait(p)}.`,
  'request.duplicate': 'You have just sent the same request. If you want to repeat it, wait a minute.',
  'request.idempotency_key_invalid': 'The idempotency key must have between 8 and 64 letters, digits or hyphens.',
  'request.idempotency_key_reused': 'That idempotency key was already used with other data. Send the request with a new key.',
  'server.unexpected': 'Something went wrong. Try again in a few minutes; if you were moving money, look first whether it was done.',
  'server.unavailable': 'The service is not available right now. Try again in a few minutes.',
  'server.busy': 'Another operation is working with the same data right now. Try again in a moment.',

  // Only the code is stored for a request that ended with it.
  'access.permission_missing': (p) =>
    p.permission === undefined
      ? 'That role does not allow it: it lacks a permission.'
      : `Your role does not allow this: you lack the permission “${labelOfPermission(String(p.permission), 'en')}”.`,

  'files.too_large': (p) => `The file is too big. The maximum is ${p.maximumMb} MB; send a smaller one.`,
  'files.type_not_allowed': ({ allowed }) => TYPES_ALLOWED[String(allowed)] ?? 'That type of file is not allowed.',
  'files.heic_not_supported':
    'We cannot read HEIC photos. On the iPhone choose Settings > Camera > Formats > Most Compatible, or send the photo as JPG.',
  'files.image_unreadable': 'We could not read the picture: it is damaged or incomplete. Take the photo again or send another one.',
  'files.image_too_large': (p) =>
    `The picture has too many pixels. The maximum is ${p.maximumMegapixels} megapixels; lower the resolution of the camera.`,
  'files.image_too_small':
    'The picture is too small to read anything in it. Take a photo from close up or send the original, not a thumbnail.',
  'files.pdf_unreadable': 'We could not read the PDF: it is damaged or too complex. Export or print it as PDF again.',
  'files.pdf_active_content': 'The PDF contains code, active forms or attached files. Print it as PDF and send that copy.',
  'files.pdf_encrypted':
    'The PDF asks for a password, or is encrypted in a way that we cannot read. Open it, choose Print > Save as PDF and send that copy. If it does not let you print, ask the issuer for a copy without protection.',
  'files.infected': 'The virus scanner found a threat in the file. Check your device and send another file.',
  'files.scanner_unavailable': 'We cannot check files right now. Try again in a few minutes.',
  'files.busy': 'We are checking many files. Try again in a minute.',
  'files.quota_day': 'You already sent 384 MB of files today, the most for one day. Continue tomorrow.',
  'files.quota_stored': 'Your documents already take 1 GB, the most there is. Remove those you did not send, or write to us from Contact.',
  'files.storage_full': 'We cannot take files right now. What you sent before is safe. Try again later.',
  'files.too_many_at_once': 'You sent many files at once. Wait until we have checked the first ones and send the rest.',
  'files.too_many_refused': 'We refused too many of your files in a row. Wait ten minutes and check that they open before you send them.',
  'files.not_found': 'We could not find that file.',
  'files.link_expired': 'The link to the file has expired. Open it again from the screen where you saw it.',
  'files.form_needed': 'Send the files in a form (multipart/form-data).',
  'files.form_incomplete': 'The upload arrived incomplete. Check your connection and send the files again.',
  'files.upload_timeout': 'The files took too long to arrive. Check your connection and try again.',
  'files.too_few': (p) => `Files are missing: send at least ${p.minimum}.`,
  'files.too_many': (p) => `You sent too many files: the maximum is ${p.maximum}.`,
  'files.piece_invalid': 'That part does not fit into the file that you announced, or it is smaller than allowed.',
  'files.upload_offset': (p) => `Parts of the file are still missing: continue from byte ${p.offset}.`,
  'files.upload_damaged': 'The file changed or was damaged on its way. Choose it again to send it from the beginning.',
  'files.uploads_open': (p) => `You have ${p.maximum} files that are half sent. Finish or cancel one before you begin another.`,

  'identity.not_signed_in': 'Sign in to continue.',
  'identity.not_authorized': 'You are not authorized to access this page.',
  'identity.wrong_credentials': 'The e-mail or the password is wrong, or the account has not been activated yet.',
  'identity.too_many_codes': (p) =>
    `We sent you many codes in a short time. Try again in ${wait(p)}, or use a passkey or an authenticator app, which never wait: activate them in Settings.`,
  'identity.too_many_attempts': (p) => `There were too many attempts. Try again in ${wait(p)} or reset your password.`,
  'identity.session_expired': 'Your session has ended. Sign in again.',
  'identity.session_idle': 'We closed your session because it was not used for a long time. Sign in again.',
  'identity.session_revoked': 'Your session was closed from another device. If it was not you, sign in and change your password.',
  'identity.session_credentials_changed':
    'Your session was closed because the password, the e-mail or the second factor of your account changed. Sign in again.',
  'identity.session_reused': 'We closed your session for safety: the same key was used twice. Sign in again.',
  'identity.email_invalid': 'Enter a valid e-mail address.',
  'identity.password_too_short': (p) => `The password must have at least ${p.minimum} characters.`,
  'identity.password_too_long': (p) => `The password can have at most ${p.maximum} characters.`,
  'identity.password_too_common': 'That password is too easy to guess. Choose another one, for example a phrase of several words.',
  'identity.terms_not_accepted': 'To create your account you must accept the terms and the data policy.',
  'identity.activation_expired': 'The activation link is no longer valid. Ask for another with your e-mail.',
  'identity.activation_password_wrong':
    'That is not the password of this registration. Try again or, if you do not remember it, choose another.',
  'identity.activation_email_wrong':
    'This link was sent to another e-mail. If it was not yours, stop here: the account would not be yours.',
  'identity.not_activated':
    'Your account has not been activated yet. Open the link we sent you by e-mail; if it has expired, ask for another.',
  'identity.account_suspended':
    'Your account is suspended. To ask for a review, use the link of our mail, or ask for another one at “My account is suspended”.',
  'identity.account_closed': 'You closed this account, and it is not opened again. You can register anew with the same e-mail.',
  'identity.staff_account_closed':
    'Your account of the team is closed, and it is not opened again. Ask who manages the roles for a new invitation.',
  'identity.reset_expired': 'The link to change your password is no longer valid. Ask for a new one.',
  'identity.current_password_wrong': 'Your current password is not correct.',
  'identity.password_same': 'The new password must be different from the current one.',
  'identity.email_same': 'That is already your e-mail.',
  'identity.email_change_expired': 'The link to change your e-mail is no longer valid. Start the change again in Settings.',
  'identity.appeal_expired':
    'This link is no longer valid. If your account is open already, sign in; otherwise ask for another link with your e-mail.',
  'identity.freeze_expired': 'The link to freeze the account is no longer valid. Change your password or write to us from Contact.',
  'identity.account_frozen':
    'Your account is frozen because you reported something that you did not recognise. Reset your password to get back in.',
  'identity.reset_required': 'For your safety you must reset your password before you can sign in.',
  'identity.device_blocked': 'This device is blocked for this account. Sign in from another one and unblock it in Settings.',
  'identity.second_factor_wrong': 'The code is not correct or was already used. Check it and try again.',
  'identity.second_factor_expired': 'That took too long. Sign in again.',
  'identity.second_factor_needed': 'Turn on a second factor in Settings to enter the administration panel.',
  'identity.lost_factor_expired':
    'The link is no longer valid. Sign in with your password and ask for another from “I have neither my phone nor my codes”.',
  'identity.lost_factor_officer': 'Officer accounts are not recovered by mail. Ask another officer to begin the procedure.',
  'identity.passkey_refused': 'We could not verify the passkey. Try again or use another method.',
  'identity.totp_already_on': 'You already have an authenticator app. Remove it before adding another.',
  'identity.totp_not_begun': 'Start again: there is no authenticator app to confirm.',
  'identity.factor_not_found': 'We could not find that second factor.',
  'identity.last_factor_required': 'Your account must have a second factor. Add another before removing this one.',
  'identity.too_many_passkeys': (p) => `You can have up to ${p.maximum} passkeys. Remove one before adding another.`,
  'identity.step_up_required': 'Confirm it is you to continue.',
  'identity.step_up_invalid': 'The confirmation expired, was already used or belongs to another operation. Confirm again.',
  'identity.step_up_expired': 'The confirmation expired. Start again.',
  'identity.step_up_unknown_call': 'That operation needs no confirmation or does not exist.',
  'identity.location_link_expired': 'The confirmation link has expired',
  'identity.deny_link_expired': 'The link to report an IP as suspicious has expired',
  'identity.account_not_empty':
    'To close your account it must have no balance and nothing in progress. Withdraw your money and wait for everything to finish.',
  'identity.last_officer': 'You are the only active officer: appoint another before you close your account.',
  'identity.consent_needed':
    'We updated our texts. Accept them to deposit or trade; seeing your account and withdrawing your money stay available.',
  'identity.consent_outdated': 'The texts changed while you read them. Open them again and accept the version in force.',

  'notifications.too_many_streams': 'You have too many windows open. Close one and try again.',
  'notifications.contact_sender_invalid': 'Enter a valid e-mail address so that we can answer you.',
  'notifications.contact_subject_invalid': (p) => `Write the subject in a single line of at most ${p.maximum} characters.`,
  'notifications.contact_message_invalid': (p) => `Tell us what you need, in at most ${p.maximum} characters.`,
  'notifications.too_many_contacts': (p) =>
    `We already received several messages from this address or network in the last hour. You can send another one in ${wait(p)}.`,
  'notifications.ticket_not_found': 'We do not find that request. Open the whole link that we sent you, or write to us again.',

  'ledger.insufficient_funds': 'You do not have enough available balance for this operation.',
  'ledger.request_changed': 'That operation already exists with other data.',
  'ledger.hold_closed': 'The hold on the funds is already closed.',
  'ledger.hold_not_found': 'The hold on the funds does not exist.',
  'ledger.hold_exceeded': 'The amount is larger than the funds on hold.',
  'ledger.transfer_not_found': 'We could not find that movement.',
  'ledger.already_reversed': 'That movement was already returned.',
  'ledger.amount_invalid': 'The amount must be greater than zero.',
  'ledger.unproved': 'This balance is under review and cannot be moved for now. Nothing was moved; try again later.',
  'ledger.asset_frozen': (p) =>
    `Withdrawals and swaps of ${p.asset} are paused while we check our books. Nothing was moved; try again later.`,
  'privacy.too_many': 'You filed several requests today. Wait a day before you send another, or add what is missing when we ask for it.',
  'privacy.changed_meanwhile': 'Another officer changed this request while you read it. Open it again before you continue.',
  'privacy.not_taken': 'Take the request before you decide: it is assigned to another officer, or to none.',
  'privacy.not_possible': 'This is not possible any more: the request ended, its term has expired, or it was done once already.',
  'reconciliation.still_differs': 'The difference is still there: explain it, or put it right before you close it.',
  'reconciliation.already_ended': 'This difference was closed already.',
  'reconciliation.operation_ended': 'This operation has ended. Load the list again.',
  'reconciliation.already_frozen': 'Another officer has stopped withdrawals and swaps of this asset already.',
  'reconciliation.not_frozen': 'Withdrawals and swaps of this asset are not paused.',
  'reconciliation.differences_open': 'This asset has open differences. Explain or close them before you resume it.',
  'reconciliation.not_compared':
    'These books come from a restored copy and were not compared with the network, the provider and the bank yet. Wait for the comparison to end.',
  'reconciliation.disputes_open': (p) =>
    `Deposits of ${p.asset} that the network undid have not ended (${p.count}). They are in Deposit history; wait until they end or decide them before you resume it.`,
  'reconciliation.claims_open': (p) =>
    `Withdrawals of ${p.asset} that the network did not deliver are not decided (${p.count}). They are in Withdrawal administration; decide them before you resume it.`,
  'reconciliation.found_open': (p) =>
    `There are ${p.asset} transactions on the network that no book has (${p.count}). Two people of the team book them before the asset is resumed.`,
  'reconciliation.payments_unbooked': (p) =>
    `Payments are not in the books (${p.count}). They are in Payments to clarify; book them before you resume it.`,
  'reconciliation.capital_place_invalid': 'There is no such movement of that asset at that place. Choose another place.',
  'reconciliation.capital_amount_invalid': 'Write an amount above zero, with the decimals of the asset.',
  'reconciliation.capital_reference_invalid': 'Write the reference of the bank or the chain: between 3 and 200 characters.',
  'reconciliation.capital_in_statement':
    'That money is in the statement of the collection account. It is booked as capital in Bank reconciliation, when its line is decided.',
  'reconciliation.capital_reference_taken': 'There is a movement with that reference already. Each is booked once.',
  'reconciliation.capital_exceeded': 'That is more than the company holds there, or more than it owns. Nothing moved.',
  'reconciliation.capital_paused': 'This asset is paused: company money may come in, and not leave.',
  'reconciliation.no_closing': 'That day has no closing. The closing of each day is written after midnight.',
  'reconciliation.not_in_closing': 'You had no balance at the closing of that day, so you are not in its proof of reserves.',
  'reconciliation.proof_gone': 'Proofs of reserves can be asked for during 92 days. Choose a later day.',
  'treasury.reason_invalid': 'Write the reason with 10 to 2,000 characters.',
  'treasury.amount_invalid': 'Write an amount above zero, with the decimals of the asset.',
  'treasury.no_cold_wallet': 'No cold wallet is configured.',
  'treasury.not_above_target': 'The hot wallet would fall below its target. Propose a smaller amount.',
  'treasury.movement_open': 'A movement of this kind is in progress for this asset. Wait until it ends.',
  'treasury.not_cancellable': 'This movement can no longer be cancelled.',

  'limits.not_verified': 'You must verify your identity first. Go to Verification to continue.',
  'limits.blocked': 'Your account cannot move money right now. Write to us from Contact so that we can help you.',
  'limits.in_review':
    'We are reviewing your account and for now you cannot move money. Nothing was moved. If you have questions, write to us from Contact.',
  'limits.monthly_exceeded': (p) => `This operation would exceed your monthly limit (${p.used} of ${p.maximum} COP used).`,
  'limits.withdrawals_on_hold': (p) =>
    `For your safety, withdrawals are paused until ${p.until}, because of a recent change in your account.`,

  'kyc.form_locked': 'We must verify the level before this one first.',
  'kyc.proof_date': 'The day of issue of the proof cannot be after today nor more than ten years ago.',
  'kyc.form_sent': 'You already sent this form and we are reviewing it. We will tell you when we finish.',
  'kyc.draft_changed': 'You changed this form on another device. Reload it to see the latest.',
  'kyc.person_type_fixed':
    'You already sent documents: the kind of verification cannot be changed. Write to us from Contact if this is a mistake.',
  'kyc.under_age': 'Debes ser mayor de edad',
  'kyc.birth_date_invalid': 'Check your date of birth: it cannot be in the future or more than 120 years ago.',
  'kyc.pep_dates_invalid': 'Check the dates of the position: it cannot begin in the future or end before it began.',
  'kyc.name_invalid': 'Write your full name as it appears on your document.',
  'kyc.document_type_unknown': 'Choose a kind of document from the list.',
  'kyc.document_number_invalid': 'The number does not fit the kind of document. Check it.',
  'kyc.partner_number_invalid': 'The document of a partner has 4 to 20 letters and digits, at least one of them a digit. Check it.',
  'kyc.document_taken': 'That document is already verified in another account. If you think this is a mistake, write to us from Contact.',
  'kyc.phone_invalid': 'Write a valid mobile number, for example 300 123 4567.',
  'kyc.documents_missing': 'Some documents are missing. Upload them all before you send.',
  'kyc.fields_missing': 'Some fields are missing. Fill them in before you send the documents.',
  'kyc.city_unknown': 'Choose a municipality from the list.',
  'kyc.department_unknown': 'Choose a department from the list.',
  'kyc.country_unknown': 'Choose a country from the list.',
  'kyc.occupation_unknown': 'Choose an occupation from the list.',
  'kyc.activity_unknown': 'Choose an economic activity from the list.',
  'kyc.funds_not_declared': 'To continue you must declare that your funds have a lawful origin. If in doubt, write to us from Contact.',
  'kyc.residence_incomplete': 'Complete where you live: department and municipality, or country, state and city.',
  'kyc.nit_invalid': 'The NIT is not valid: check the number and its check digit.',
  'kyc.shares_above_total': 'The shares of the partners add up to more than 100 %.',
  'kyc.representatives_of_company': 'Representatives and final owners are recorded only for a company that has sent its level 1.',
  'kyc.representatives_changed': 'Another officer recorded a new list meanwhile. Read it before you replace it; nothing was changed.',
  'kyc.representative_faulty': (p) => `Correct line ${p.line}: ${FAULTY_LINE[p.problem ?? ''] ?? 'it is not valid'}. Nothing was changed.`,
  'kyc.tax_locked': 'Tax residence is certified once your level 1 is verified.',
  'kyc.tax_changed': 'You certified another tax residence meanwhile. Read it before you change it; nothing was changed.',
  'kyc.tax_statement_changed': 'The text of the statement has changed. Reload the page, read it and accept it again.',
  'kyc.tax_country_twice': 'Each country may appear only once. Remove the repeated one.',
  'kyc.tin_missing': 'Write the tax identification number of each country, or choose why there is none.',
  'kyc.tin_invalid':
    'The tax identification number is not valid. Check it; that of Colombia is your cédula, or the NIT with its check digit.',
  'kyc.chamber_certificate_old': 'The certificate of the chamber of commerce must be less than 90 days old.',
  'kyc.tax_returns_missing': 'Upload at least one income tax or VAT return.',
  'kyc.slot_unknown': 'That document does not belong to this form.',
  'kyc.evidence_full': (p) => `We already keep ${p.maximum} readings of your document, the most there is. Type the data yourself.`,
  'kyc.slot_full': (p) => `You already uploaded the maximum of ${p.maximum} files. Remove one before you upload another.`,

  'parameters.list_unknown': 'That list does not exist.',
  'parameters.department_unknown': 'That department does not exist.',

  'approvals.not_maker': 'Only the officer who made the request can withdraw it.',
  'approvals.own_request': 'You cannot decide this request because you made or executed it. Another officer must decide.',
  'approvals.same_session': 'The decision must be made from another session.',
  'approvals.person_concerned': 'This request is about your own account. Another officer must take it.',
  'approvals.not_waiting': 'This request is already over. Reload the page.',
  'approvals.expired': 'This request expired: 48 hours passed without a decision. It has to be made again.',
  'approvals.facts_changed': 'The facts changed after the request was made. It went back to its maker and was not executed.',
  'approvals.maker_unauthorized': 'The officer who made the request no longer has the permission it needs. It was not executed.',
  'approvals.payload_changed': 'This request is no longer what was asked for. Do not decide it: tell those who operate the platform.',
  'approvals.execution_failed': 'The request was approved but could not be executed. Nothing changed.',
  'approvals.already_waiting': 'There is already such a request waiting for a decision.',
  'approvals.never_alone': 'This is not executed without a second approval, not even in an emergency.',
  'approvals.not_reviewable': 'This request does not wait for a review.',
  'approvals.note_invalid': 'The note must have at least 10 characters.',
  'approvals.note_too_long': 'The note can have up to 2,000 characters.',

  'staff.same_roles': 'That person already has exactly those roles.',
  'staff.administrators_too_few': 'At least two superadmins must remain: one alone could not appoint another.',
  'staff.already_member': 'That person is a member of the team already.',
  'staff.already_invited': 'That person has an open invitation already. You can send it again or revoke it.',
  'staff.invitation_over': 'This invitation is no longer valid. Ask the person who invited you for another one.',
  'staff.invitation_ended': 'That invitation has ended. Invite the person again.',
  'staff.invited_too_often': 'You sent too many invitations in a row. Wait a moment and try again.',

  'reports.exports_under_way': (p) => `You already have ${p.maximum} exports in progress. Wait until one is done, or cancel it.`,
  'reports.export_too_large': 'The list is too large for one file. Narrow the filters and try again.',
  'reports.export_not_ready': 'The file is not ready yet.',
  'reports.export_gone': 'This export is gone. Ask for the file again.',

  'regulatory.month_not_over': 'That month is not over yet.',
  'regulatory.month_unknown': 'There are no obligations of that month: it is before the first customer.',
  'regulatory.file_under_way': 'A file of that month is being generated or waits for approval. Wait until it ends.',
  'regulatory.file_locked': 'In its present state this file does not take that step. Load the page again.',
  'regulatory.file_overtaken': 'Another version of that year was presented after this one was generated. Generate a new version.',
  'regulatory.file_problems': (p) => `This file has ${p.count} problems to solve. Solve them and generate another version.`,
  'regulatory.absence_declared': 'The absence of reports of that month was recorded already.',
  'regulatory.absence_not_needed': 'A report was filed in that month, so there is no absence to record.',
  'regulatory.match_informed': 'That authority is recorded as informed of this match already. Load the page again to see its number.',
  'regulatory.match_day_invalid': 'The day cannot be in the future, nor before the day on which the match was confirmed.',
  'regulatory.ros_open': 'This person already has an open draft of a report. Continue with that one.',
  'regulatory.ros_changed': 'Another officer changed this report while you had it open. Load it again before you continue.',
  'regulatory.ros_locked': 'In its present state this report does not take that change. Load the page again.',
  'regulatory.ros_incomplete': (p) =>
    `Before it goes to approval, write the facts (${p.minimum} characters or more), choose the period and at least one alert or movement.`,
  'regulatory.ros_evidence_unknown': 'One of the chosen alerts or movements is not of this person in that period.',
  'regulatory.ros_unreadable':
    'The content of this report can no longer be read: the data of the person was destroyed at the end of its retention.',
  'regulatory.period_invalid': (p) => `The period must begin before it ends, end today at the latest and have ${p.maximum} days or fewer.`,
  'regulatory.day_invalid': 'The day of filing cannot be in the future or before the approval.',

  'retention.hold_lifted': 'This legal hold was already lifted.',
  'retention.already_destroyed': 'The documents of this person were already destroyed at the end of their retention.',

  'alerts.already_active': 'That alert is active already. Reload the page.',
  'alerts.not_active': 'That alert is not active. Reload the page.',
  'alerts.closed_by_two': 'The alerts Lists and PEP are not closed by one officer alone.',
  'alerts.never_snoozed': 'The alerts Lists and PEP are not postponed.',
  'alerts.snooze_out_of_bounds': 'Choose a day from tomorrow to 30 days from now.',
  'alerts.snooze_used_up':
    'Unless something new is found, an alert is postponed for 30 days in all. Choose a nearer day, or decide about it.',
  'alerts.not_snoozed': 'That alert is not postponed any more. Reload the page.',
  'alerts.type_required': 'Choose the type of the alert.',
  'alerts.type_unknown': 'That type is not one of this alert.',

  'compliance.not_pending': 'Another officer already reviewed this document. Reload the page.',
  'compliance.own_account': 'You cannot review your own account.',
  'compliance.account_blocked': 'This account is suspended.',
  'compliance.account_not_blocked': 'This account is not suspended.',
  'compliance.account_closed': 'This account is closed: no one enters it any more, and there is nothing to decide about it.',
  'compliance.no_factors': 'This account has no second factors.',
  'conversations.too_many': 'You sent many messages in a row. Wait a moment and write again.',
  'conversations.restricted_matter':
    'There is a matter about this person that the law forbids to tell them. Read the warning, confirm it and send the message again.',
  'request.tipping_off': (p) => `The message cannot say “${p.word}”: the law forbids to tell the person. Write it in another way.`,
  'conversations.under_way': 'The matter is still open: the conversation closes by itself when it ends.',
  'conversations.unanswered':
    'The person wrote and nobody answered. Answer them, or mark that it needs no answer, before you close the conversation.',
  'conversations.written_meanwhile': 'The person wrote again. Read it before you decide that it needs no answer.',
  'compliance.taken': (p) => `${p.officer} is reviewing this person until ${p.until}; nothing was changed. Try again afterwards.`,
  'compliance.out_of_office': 'That member of the team is out of the office. If it is you, first say in My work that you are back.',
  'compliance.absence_out_of_bounds': (p) => `Choose a day from today to ${p.days} days from now.`,
  'compliance.work_gone': 'This work waits no more. Refresh the list.',
  'compliance.own_proposal': 'You proposed it: another officer decides it.',
  'compliance.nothing_waits': 'This person waits for no review.',
  'compliance.not_reviewer': 'That member of the team may not review documents. Choose another.',
  'compliance.not_renewable':
    'Something you chose is not accepted yet, or its update was asked for already. Reload the page and choose again.',
  'compliance.assigned_meanwhile': (p) =>
    p.officer
      ? `The case was assigned to ${p.officer} in the meantime; nothing was changed.`
      : 'The case became unassigned in the meantime; nothing was changed.',
  'compliance.representatives_missing': (p) =>
    `A company is only accepted with the card “Representatives and final owners” complete: ${MISSING_REPRESENTATIVE[p.what ?? '']?.(p.name ?? '') ?? 'something is missing'}.`,
  'views.gone': 'That view no longer exists, or it is not yours any more.',
  'views.name_taken': 'You already have a view with that name. Choose another.',
  'views.too_many': (p) => `You can save up to ${p.maximum} views. Delete one that you do not use.`,
  'views.filter_unknown': 'This list does not have one of those filters. Reload the page.',
  'compliance.reason_missing': 'You cannot change the level without a reason.',
  'compliance.same_level': 'You cannot change the level, because the user already has it.',
  'compliance.check_unanswered':
    'The background check has no complete answer. Wait for it, or confirm that you grant the level without it and why.',
  'compliance.level_not_earned': 'Accept the documents of that level first.',
  'screening.list_faulty': (p) => `The file has a fault in line ${p.line}: ${p.detail}. Nothing was changed.`,
  'screening.list_shrank': (p) => {
    const facts: Readonly<Record<string, string>> = {
      names: 'names',
      documents: 'documents',
      births: 'birth dates',
      addresses: 'addresses of crypto assets',
      countries: 'countries',
    }
    const what = facts[String(p.what)]
    const lost = what ? `${what} of the list in force` : 'entries that the list had in the last month'
    return `Of the ${p.before} ${lost} ${p.now} would be left: it seems cut off. Nothing was changed; download it again.`
  },
  'screening.list_known': 'This file is the version of the list that is in force already. Nothing was changed.',
  'screening.file_replaced':
    'The file is gone: somebody sent another one of that list afterwards, or it was loaded already. Send it again.',
  'screening.hit_decided': 'This hit is not open any more. Load the page again.',
  'screening.check_without_document': 'This person has not sent a document yet that could be asked about.',
  'screening.check_issue_date': 'The day of issue cannot be before the birth or after today.',
  'screening.check_without_findings': 'That check has no medium or high findings to dismiss. Load the page again.',
  'screening.check_without_failures': 'This check has no failed sources that could be asked again. Load the page again.',
  'screening.checks_of_day':
    'You reached the background checks of one day. Try again tomorrow, or ask somebody else of the team to launch it.',

  'blacklist.value_invalid': 'That value does not look like what you chose. Check it.',
  'blacklist.too_wide':
    'That would keep out many people: it is of a provider, of an operator or of an inner network. Type something narrower.',
  'blacklist.device_unknown': 'We did not find that device among those of customers. Copy it from Device access.',
  'blacklist.known': 'That value is on the blocklist already.',
  'blacklist.expiry_past': 'Choose a day that has not passed.',
  'blacklist.file_faulty': (p) => `The file cannot be read. Line ${p.line}: ${p.detail}. Nothing was added.`,
  'blacklist.rows_faulty': (p) => `Nothing was added. Correct these lines of the file: ${p.lines}.`,
  'blacklist.nothing_new': 'Nothing was added: every value of the file is on the blocklist already.',
  'blacklist.not_in_force': 'This entry is not in force any more. Load the page again.',

  'configuration.number_out_of_bounds': (p) => `“${p.number}” must be between ${p.minimum} and ${p.maximum}.`,
  'configuration.numbers_contradict': (p) => `“${p.lower}” cannot be above “${p.upper}”.`,
  'configuration.code_unknown': (p) => `“${p.code}” does not exist. Choose a code of the list for “${p.list}”.`,
  'configuration.code_twice': (p) => `“${p.code}” is there twice. Leave it in one list.`,
  'configuration.date_out_of_bounds': 'Choose a day from tomorrow to a year from now.',
  'configuration.nothing_changes': 'The newest version says that already. Change a number or a list.',
  'monitoring.backtest_running': 'A backtest of this rule is running. Wait for it to end, or cancel it.',
  'monitoring.number_out_of_bounds': (p) => `“${p.number}” must be between ${p.minimum} and ${p.maximum}.`,
  'monitoring.numbers_contradict': (p) => `“${p.lower}” cannot be above “${p.upper}”.`,
  'monitoring.date_out_of_bounds': 'Choose a day from tomorrow to a year from now.',
  'monitoring.nothing_changes': 'The newest version of the rule says that already. Change its mode or a number.',

  'compliance.label_unknown': 'Choose a label of the list.',
  'compliance.review_open': 'Decide the review that is open first.',
  'compliance.review_due': 'Choose a due date from today on and within a year.',
  'compliance.review_decided': 'This review cannot be changed any more. Create another.',
  'compliance.review_empty': 'Upload the documents of this review first.',
  'compliance.edd_changed':
    'Somebody saved this due diligence while you were writing. What you wrote is still here: copy it, load the page again and compare.',
  'compliance.edd_incomplete': 'Something is missing in the due diligence. Look at the fields that are marked.',
  'compliance.edd_locked': 'This due diligence cannot be changed any more: it waits for an approval or was approved.',
  'compliance.edd_missing':
    'An enhanced due diligence that is approved and in force is missing. Write it on the page of the person and ask a second officer to approve it.',
  'compliance.edd_older_than_alert':
    'The enhanced due diligence in force is older than what the alert PEP found last. Write a new one on the page of the person and ask a second officer to approve it.',
  'compliance.edd_reference_unknown': 'One of the documents or reviews that you marked does not belong to this person.',
  'compliance.edd_unreadable': 'This due diligence cannot be read any more: the documents of the person were destroyed.',
  'risk.nothing_changes': 'It was so already: nothing was changed. Load the page again.',
  'risk.floor_holds': (p) => `The risk cannot be lower while its cause is open: ${p.cause}.`,
  'risk.until_too_soon': 'The registered risk holds for longer. A higher one cannot end sooner: choose that day or a later one.',
  'risk.until_out_of_bounds': 'A risk that an officer registers holds from today for twelve months at most. Choose another day.',
  'risk.not_medium': 'Only a person of medium risk is allowed to transact.',

  'payments.account_not_found': 'We could not find that bank account. Choose another one or add a new one.',
  'payments.account_limit':
    'You have reached the maximum number of registered accounts. To add a new one, delete one of those you already have.',
  'payments.account_alias_taken': 'You already have a registered account with the same name',
  'payments.account_number_invalid': 'The account number must have between 6 and 20 digits.',
  'payments.account_in_use': 'That account has a withdrawal in progress. You can change or delete it when it finishes.',
  'payments.bank_unknown': 'That bank is not on the list. Choose another one.',
  'payments.amount_below_minimum': 'The amount must be at least 10.000.',
  'payments.amount_above_maximum': (p) => `The maximum amount per operation is ${p.maximum} COP.`,
  'payments.amount_not_whole': 'The amount must be a whole number of pesos.',
  'payments.document_not_accepted': 'PSE accepts only a Colombian citizenship card or a NIT. You can deposit pesos by bank transfer.',
  'payments.terms_not_accepted': "Accept the payment provider's rules and data authorization to continue.",
  'payments.bank_link_pending': 'The bank is taking long to answer. Your deposit was created: you can open the link in a few seconds.',
  'payments.provider_unavailable': 'The payment provider is not answering right now. Try again in a few minutes.',
  'payments.provider_refused': 'The payment provider did not accept the operation. Check the data and try again.',
  'payments.webhook_signature': 'The signature of the event is not valid.',
  'payments.webhook_stale': 'The event is too old.',
  'payments.transaction_not_found': 'We could not find that movement.',
  'movements.not_found': 'We could not find that movement.',
  'movements.not_complete': 'The receipt will be ready when the movement is complete.',
  'movements.no_certificate': 'There is no certificate of that year: there was neither a balance nor a movement.',
  'movements.certificate_mismatch':
    'We did not issue this certificate because its figures do not add up. Our team was notified; try again later.',
  'movements.no_statement':
    'There is no statement of that month. It is made when the month has ended and there was a balance or a movement.',
  'movements.document_unknown': 'None of our documents has that code. Check it: it has 20 letters and digits.',
  'payments.too_many_open_deposits': (p) =>
    `You already have ${p.maximum} unpaid deposits. Pay one of them at your bank or wait until they expire: you see them in your wallet.`,
  'payments.too_many_withdrawals': (p) =>
    `You already requested ${p.maximum} bank withdrawals today, the most for one day. You can request the next one tomorrow, from midnight on (time of Colombia).`,
  'payments.anomaly_changed': 'The provider now reports this payment differently. Check it again before you book it.',
  'payments.payout_burn_booked':
    'The burned tokens of this payout are already in suspense. Keep the payout in suspense, and settle it with its customer in found transactions.',
  'payments.anomaly_not_bookable':
    'This payment cannot be booked: only open payments, approved in pesos, that are missing from the ledger can be.',
  'payments.deposit_taken_back':
    'The provider took this payment back, so it cannot be credited. Send it back, or wait until the provider approves it again.',
  'payments.deposit_not_taken_back': 'The provider did not take this deposit back, or its credit has ended already. Load the page again.',
  'payments.taken_back_held':
    'A part of that balance is held for another operation of the customer, so it was not spent. Wait until that ends, or stop it, before you end the credit.',
  'payments.loss_uncovered':
    "The platform's own pesos do not cover the loss. Capital has to be booked first; then the credit can be ended.",
  'payments.deposit_not_in_review': 'That deposit is not under review. Load the page again.',
  'payments.transfers_off': 'We do not take bank transfers at the moment.',
  'payments.statement_not_found': 'We did not find that statement. Load the page again.',
  'payments.statement_faulty': (p) => `The statement cannot be read. Line ${p.line}: ${p.detail}. Nothing was changed.`,
  'payments.statement_known': 'That statement is imported already: it brings no new line.',
  'payments.statement_gap': (p) =>
    p.day
      ? `What is new in this statement does not lead from the last imported balance (${p.balance} COP on ${p.day}) to its closing balance: a statement in between is missing.`
      : 'The lines do not lead from the opening balance to the closing one.',
  'payments.statement_contradicts': (p) => `Line ${p.line} was imported before with another amount. Nothing was changed.`,
  'payments.line_not_found': 'We did not find that line of the bank. Load the page again.',
  'payments.line_not_decidable': 'That line no longer waits for that decision. Load the page again.',
  'payments.line_customer_unknown': 'Choose a customer with a verified identity.',
  'payments.refund_not_found': 'No refund of that amount waits to be paid. Load the page again.',
  'payments.withdrawal_not_decidable': 'One of those withdrawals no longer waits for that decision. Load the page again.',
  'payments.payout_answered': 'The provider has answered about this withdrawal. Use “Try again now” to take its answer.',
  'payments.payout_still_asked': 'The provider is still being asked. The report of the bank may be recorded a day after it was last sent.',
  'payments.payout_word_missing': 'No report of the bank is recorded.',
  'payments.payout_word_known': 'The report of the bank about this withdrawal is recorded already.',
  'payments.withdrawal_not_cancellable': 'That withdrawal is already in transit to the bank and cannot be cancelled.',

  'pricing.pair_unknown': 'That currency pair does not exist.',
  'pricing.price_unavailable': 'We do not have a price for that pair yet. Try again in a few seconds.',
  'pricing.price_stale': 'We have no reliable price right now. Try again in a few minutes.',
  'pricing.sources_too_few': 'Too few sources answer to confirm the price. Try again in a few minutes.',
  'pricing.sources_disagree': 'The sources of the price disagree right now. Try again in a few minutes.',

  'crypto.address_invalid': 'That is not an ERC20 address: it begins with 0x, and 40 digits and letters from a to f follow.',
  'crypto.address_checksum': 'A character of the address changed: its capital and small letters do not fit. Copy all of it again.',
  'crypto.address_unusable': 'That address has no private key: anything sent to it is lost.',
  'crypto.address_token': 'That is the address of a token contract: anything sent to it is lost. Ask for the address of the wallet.',
  'crypto.address_contract': 'That is the address of a contract that cannot give back what it receives. Ask for the address of the wallet.',
  'crypto.address_house': 'That address belongs to Tunjo and to no customer: anything sent to it reaches no balance.',
  'crypto.address_own_deposit': 'That is your own deposit address at Tunjo. Enter the address of another wallet.',
  'crypto.address_lookalike': (p) =>
    `The address looks like “${p.alias}” and is not the same. This is how copied addresses are swapped: compare it letter by letter.`,
  'crypto.address_saved': (p) => `You have that address already, saved as “${p.alias}”.`,
  'crypto.address_alias_taken': 'You have an address saved with that name already.',
  'crypto.address_limit': (p) => `You can save ${p.maximum} addresses. Remove one that you no longer use.`,
  'crypto.address_not_found': 'We could not find that saved address. Save it first, then withdraw to it.',
  'crypto.address_in_use': 'That address has a withdrawal in progress. You can remove it when that ends.',
  'crypto.address_on_hold': (p) => `The address is new. To protect you, you can withdraw to it from ${p.until} on.`,
  'crypto.amount_below_minimum': (p) => `The smallest withdrawal is ${p.minimum} ${p.asset}.`,
  'crypto.fee_changed': 'The network fee changed. Review the withdrawal with the new fee.',
  'crypto.fee_unconfirmed': (p) =>
    `The network fee is ${p.fee} ${p.asset}, more than ${p.percent} % of what you withdraw. Wait until it falls, withdraw more, or type that fee to confirm it.`,
  'crypto.deposit_not_found': 'We could not find that deposit.',
  'crypto.dispute_not_decidable': 'That deposit does not wait for this decision. Load the page again.',
  'crypto.found_not_bookable':
    'That transaction cannot be booked like this: the books have it already, its block may change or it is not that withdrawal. Load the page again.',
  'crypto.found_not_settleable':
    'That transaction does not wait for that decision: it is not in the account of unidentified transfers, or it was decided. Load the page again.',
  'crypto.found_customer_unknown': 'No verified customer has that identifier. Copy it from the page of the person.',
  'crypto.found_balance_short': 'The available balance of the customer does not cover what left.',
  'crypto.deposit_not_in_review': 'That deposit no longer waits for a decision. Load the page again.',
  'crypto.withdrawal_not_found': 'We could not find that withdrawal.',
  'crypto.withdrawal_not_cancellable': 'That withdrawal has left for the network and cannot be cancelled.',
  'crypto.withdrawal_not_decidable': 'Those withdrawals no longer wait for that decision. Load the page again.',
  'crypto.network_unpaid':
    'Token withdrawals are paused while we fix the payment of the network. We did not hold your money: try again in a few minutes.',
  'crypto.withdrawals_paused': 'Token withdrawals are paused. Your balance is in your account: try again later.',
  'crypto.pause_unchanged': 'Token withdrawals are already in that state. Load the page again.',

  'trading.token_unknown': 'That currency is not on the list.',
  'trading.same_token': 'Choose two different currencies.',
  'trading.amount_invalid': 'Enter a valid amount greater than zero.',
  'trading.amount_below_minimum': (p) => `The smallest amount you can exchange is ${p.minimum} ${p.asset}.`,
  'trading.slippage_out_of_range': 'The slippage tolerance must be between 0 and 5 %.',
  'trading.no_route': 'There is not enough liquidity for this exchange. Try a smaller amount.',
  'trading.price_moved': 'The price changed more than you allow. Check the new quote.',
  'trading.network_fee_too_high': (p) =>
    `The network fee (${p.fee}) would be more than half of what you receive. Exchange a larger amount.`,
  'trading.price_impact_too_high': (p) => `An exchange of this size would move the price by ${p.maximum} % or more. Try a smaller amount.`,
  'trading.price_impact_not_accepted': (p) =>
    `This exchange would move the price by ${p.impact} %. To make it, accept that impact by typing it.`,
  'trading.too_many_open': (p) => `You already have ${p.maximum} exchanges in progress. Wait until one of them ends.`,
  'trading.too_many_reverts': (p) =>
    `The price changed in ${p.maximum} of your exchanges of the last 24 hours and they were not made. Raise the slippage tolerance and try again later.`,
  'trading.quote_expired': 'The quote has expired. Check the new quote.',
  'trading.path_not_offered': 'That route is not available. Check the new quote.',
  'trading.trade_not_found': 'We could not find that exchange.',
  'trading.fees_same': 'Those are the fees of the newest version: nothing changes.',
  'trading.fees_date_out_of_bounds': 'The date must be a day to come, within a year.',
  'trading.funds_on_the_way':
    'The money that you want to exchange is still arriving at the exchange network. We did not reserve it and it is still in your balance: try again in a minute.',
  'trading.network_unpaid':
    'Exchanges are paused while we sort out the network payment. We did not reserve your money: try again in a few minutes.',
  'trading.network_expensive':
    'The network is charging far more than usual, and exchanges wait until it comes down. We did not reserve your money: try again in a few minutes.',
  'trading.halted': 'Exchanges are paused because prices are not reliable right now.',

  'blockchain.transaction_not_found': 'We could not find that transaction on the network.',
  'blockchain.unavailable': 'The exchange network is not answering right now. Try again in a few minutes.',
}
