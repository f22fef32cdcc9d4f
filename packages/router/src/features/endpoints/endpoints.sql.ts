/** The engine does it, too, after a kill between the two transactions. */
export const startFollowingSql = "UPDATE webhook_endpoint SET follows_from = $2 WHERE id = $1 AND follows_from IS NULL";
