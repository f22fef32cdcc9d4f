export { acceptInvitation } from "./accept-invitation.ts";
export { createStaffMember } from "./create-staff-member.ts";
export { invitePartnerMember } from "./invite-partner-member.ts";
export { makeLinkForAccount } from "./make-link-for-account.ts";
export { openStaffAccess, type StaffAccess, type StaffAccessOptions, type StaffSecurity } from "./open-staff-access.ts";
export { resealSecondFactors } from "./reseal-second-factors.ts";
export { resetPassword } from "./reset-password.ts";
export { staff } from "./staff.router.ts";
export { writeInvitation, writeReset } from "./write-mails.ts";
