using System.Security.Cryptography;
using System.Text;

public static class HighstreetWebhook
{
    /// <param name="rawBody">The bytes as they came, before any parsing.</param>
    /// <param name="header">A header's value, or null: name => request.Headers[name].</param>
    /// <param name="secrets">The channel's; while you change it, the old and the new.</param>
    public static bool IsFromHighstreet(byte[] rawBody, Func<string, string?> header, IEnumerable<string> secrets)
    {
        var given = new[] { "X-Webhook-Signature", "X-Webhook-Signature-Next" }
            .Select(name => Encoding.UTF8.GetBytes(header(name) ?? ""))
            .ToArray();
        return secrets.Any(secret =>
        {
            var digest = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), rawBody);
            var expected = Encoding.UTF8.GetBytes(Convert.ToHexString(digest).ToLowerInvariant());
            return given.Any(signature => CryptographicOperations.FixedTimeEquals(signature, expected));
        });
    }
}
