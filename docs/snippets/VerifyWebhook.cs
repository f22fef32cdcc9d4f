using System.Globalization;
using System.Security.Cryptography;
using System.Text;

public static class HighstreetWebhook
{
    /// <summary>The oldest call to accept, in seconds.</summary>
    private const long Tolerance = 300;

    /// <param name="rawBody">The received bytes, before any parsing.</param>
    /// <param name="headers">With names in any case: request.Headers, or a dictionary of strings or lists.</param>
    /// <param name="secrets">The channel's secret; during a change, the old and the new one.</param>
    /// <param name="now">Unix time in seconds; null: the clock's.</param>
    public static bool IsFromHighstreet<T>(
        byte[] rawBody, IEnumerable<KeyValuePair<string, T>> headers, IEnumerable<string> secrets, long? now = null)
    {
        string Header(string name)
        {
            var value = headers.FirstOrDefault(one => name.Equals(one.Key, StringComparison.OrdinalIgnoreCase)).Value;
            return (value is IEnumerable<string> values ? string.Concat(values) : value?.ToString()) ?? "";
        }
        var id = Header("Webhook-Id");
        var timestamp = Header("Webhook-Timestamp");
        if (!long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out var sent)) return false;
        // Bounds instead of a difference, which could overflow.
        var clock = now ?? DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        if (sent < clock - Tolerance || sent > clock + Tolerance) return false;
        byte[] signed = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. rawBody];
        var given = Header("Webhook-Signature").Split(' ').Select(Encoding.UTF8.GetBytes).ToArray();
        return secrets.Any(secret =>
        {
            // A public key, and no secret.
            if (secret.StartsWith("whpk_", StringComparison.Ordinal)) return false;
            var digest = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), signed);
            var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(digest));
            return given.Any(signature => CryptographicOperations.FixedTimeEquals(signature, expected));
        });
    }
}
