export { acceptInvitation } from "./accept-invitation.ts";
export { createStaffMember } from "./create-staff-member.ts";
export { invitePartnerMember } from "./invite.ts";
export { openStaffAccess, type StaffAccess, type StaffAccessOptions, type StaffSecurity } from "./open-staff-access.ts";
export { makeLinkForAccount, resetPassword } from "./reset-password.ts";
export { resealSecondFactors } from "./session-secrets.ts";
export { staff } from "./staff.router.ts";
export { writeInvitation, writeReset } from "./write-mails.ts";
