// Five journeys of a shop in Go, with the client that oapi-codegen makes. The argument names one.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"

	"example.com/shop/towpath"
)

type client = towpath.ClientWithResponses

var journeys = map[string]func(context.Context, *client) any{
	"links": links, "card": card, "bank": bank, "debit": debit, "dispute": dispute,
}

func main() {
	log.SetFlags(0)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	id, secret := os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET")
	api := must(connect(ctx, os.Getenv("BASE_URL"), id, secret))
	say("done", journeys[os.Args[1]](ctx, api))
}

// connect gets a token for the app, and returns a client that sends it with each request.
func connect(ctx context.Context, baseURL, id, secret string) (*client, error) {
	anonymous, err := towpath.NewClientWithResponses(baseURL)
	if err != nil {
		return nil, err
	}
	credentials := towpath.CustomerTokenRequest{
		ClientId: id, ClientSecret: secret, GrantType: "client_credentials",
	}
	token, err := ok(anonymous.GenerateCustomerAccessTokenWithResponse(ctx, credentials))
	if err != nil {
		return nil, err
	}
	return withToken(baseURL, token.AccessToken)
}

func withToken(baseURL, token string) (*client, error) {
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
	return towpath.NewClientWithResponses(baseURL, towpath.WithRequestEditorFn(bearer))
}

// Refused is the error of a call that was answered with an error_code.
type Refused struct{ towpath.ErrorBodyE3 }

func (refused Refused) Error() string {
	return fmt.Sprintf("%s: %s (%s)", refused.ErrorCode, refused.Message, refused.RequestId)
}

// ok returns the body of a success, or the error in any other answer.
func ok[T any](answer interface {
	GetJSON200() *T
	GetBody() []byte
	Status() string
}, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	if body := answer.GetJSON200(); body != nil {
		return body, nil
	}
	var refusal towpath.ErrorE3
	if err := json.Unmarshal(answer.GetBody(), &refusal); err != nil {
		return nil, fmt.Errorf("%s: %w", answer.Status(), err)
	}
	return nil, Refused{refusal.Error}
}

// paid returns all payments whose money is there or on its way, page by page.
func paid(ctx context.Context, api *client) ([]towpath.PaymentResponse, error) {
	params := towpath.ListPaymentsParams{
		Statuses: &[]towpath.ListPaymentsParamsStatuses{"SUBMITTED", "EXECUTED"},
		Limit:    ptr(1),
	}
	var payments []towpath.PaymentResponse
	for {
		page, err := ok(api.ListPaymentsWithResponse(ctx, &params))
		if err != nil {
			return nil, err
		}
		payments = append(payments, page.Payments...)
		if page.NextCursor == nil {
			return payments, nil
		}
		params.After = page.NextCursor
	}
}

// verify reads a webhook, once one of its signatures is by the secret of the endpoint.
func verify(secret string, header http.Header, body []byte) (*towpath.WebhookEvent, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return nil, err
	}
	seconds, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return nil, errors.New("the webhook is not of the last five minutes")
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.%s", header.Get("webhook-id"), seconds, body)
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		sent, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(signature, "v1,"))
		if err == nil && hmac.Equal(sent, mac.Sum(nil)) {
			event := new(towpath.WebhookEvent)
			return event, json.Unmarshal(body, event)
		}
	}
	return nil, errors.New("no signature of the webhook is by this secret")
}

func links(ctx context.Context, api *client) any {
	order := newOrder()
	link := must(ok(api.CreatePaymentLinkWithResponse(ctx, order)))
	read := must(ok(api.GetPaymentLinkWithResponse(ctx, link.PaymentLinkId)))
	check(read.Status == towpath.PaymentLinkResponseStatusCREATED, "a link begins as CREATED")
	again := must(ok(api.CreatePaymentLinkWithResponse(ctx, order)))
	check(again.PaymentLinkId == link.PaymentLinkId, "a repeat returns the same link")
	pay(ctx, api)
	pay(ctx, api)
	var ids []string
	for _, payment := range must(paid(ctx, api)) {
		ids = append(ids, payment.PaymentId)
	}
	refused := must(api.GetPaymentWithResponse(ctx, link.PaymentLinkId))
	check(refused.JSON400.Error.ErrorCode == towpath.ErrorBodyE3ErrorCodePAYMENTNOTFOUND, refused.Body)
	return map[string]any{"link": link.PaymentLinkId, "payments": ids}
}

func card(ctx context.Context, api *client) any {
	payment := pay(ctx, api)
	check(payment.Status == towpath.PaymentResponseStatusEXECUTED, payment.Status)
	part := towpath.CreateRefundRequest{Amount: ptr(int64(500)), Reason: ptr("One item was sent back")}
	key := &towpath.CreateRefundParams{IdempotencyKey: "part-of-" + payment.PaymentId}
	refund := must(ok(api.CreateRefundWithResponse(ctx, payment.PaymentId, key, part)))
	again := must(ok(api.CreateRefundWithResponse(ctx, payment.PaymentId, key, part)))
	check(again.RefundId == refund.RefundId, "a key makes one refund")
	until("the refund", func() bool {
		now := must(ok(api.GetRefundWithResponse(ctx, refund.RefundId)))
		return now.Status == towpath.RefundResponseStatusEXECUTED
	})
	now := must(ok(api.GetPaymentWithResponse(ctx, payment.PaymentId)))
	check(*now.AmountRefunded == 500, "another amount was refunded")
	tooMuch := towpath.CreateRefundRequest{Amount: ptr(int64(12_001))}
	other := &towpath.CreateRefundParams{IdempotencyKey: "too-much-of-" + payment.PaymentId}
	_, err := ok(api.CreateRefundWithResponse(ctx, payment.PaymentId, other, tooMuch))
	var refused Refused
	check(errors.As(err, &refused), "more than the rest was refunded")
	return map[string]any{"payment": payment.PaymentId, "refused": refused.ErrorCode}
}

func bank(ctx context.Context, api *client) any {
	search := towpath.ListInstitutionsParams{
		Countries: ptr("HKG"), ProductsSupported: ptr("ACCOUNTS,TRANSACTIONS"),
	}
	check(len(*must(ok(api.ListInstitutionsWithResponse(ctx, &search)))) > 0, "no institution")
	keys := must(ok(api.GetCredSubmitJwksWithResponse(ctx)))
	var sealed towpath.EncryptedPayload
	ask("seal", keys.Keys[0], &sealed)
	login := must(ok(api.CreateLinkWithResponse(ctx, towpath.CreateLinkRequest{
		InstitutionId: "testbank", UserId: "end-user in Go", Consent: ptr(true),
		ProductsRequested:    []string{"ACCOUNTS", "TRANSACTIONS"},
		EncryptedCredentials: sealed,
	}))).LoginIdentity
	until("all data", func() bool {
		now := must(ok(api.GetLoginIdentityByIdWithResponse(ctx, login.LoginIdentityId)))
		return now.LoginIdentity.Status == towpath.LoginIdentityStatusDATARETRIEVALCOMPLETE
	})
	status := must(ok(api.LinkStatusWithResponse(ctx, login.LoginIdentityId)))
	own := must(withToken(os.Getenv("BASE_URL"), status.Success.AccessToken))
	accounts := must(ok(own.ListAccountsWithResponse(ctx))).Accounts
	some := towpath.ListTransactionsByLoginIdentityIdParams{Limit: ptr(5)}
	transactions := must(ok(own.ListTransactionsByLoginIdentityIdWithResponse(ctx, &some)))
	check(len(transactions.Transactions) == 5, "a page has five transactions")
	return map[string]any{
		"login": login.LoginIdentityId, "linked": linkedOnPage(ctx, api),
		"account": accounts[0].AccountId, "transactions": transactions.TotalTransactions,
	}
}

// linkedOnPage sends an end-user to the hosted page and exchanges the code that comes back.
func linkedOnPage(ctx context.Context, api *client) string {
	clientID, returnsTo := os.Getenv("CLIENT_ID"), os.Getenv("REDIRECT_URI")
	page := must(ok(api.GenerateLinkTokenWithResponse(ctx, towpath.LinkTokenRequest{
		ClientId: clientID, RedirectUri: returnsTo, UserId: ptr("end-user in Go"),
		GrantType: "client_credentials", ResponseType: "code", ResponseMode: "query",
	})))
	var code string
	ask("link", page.AccessToken, &code)
	tokens := must(ok(api.TokenWithFormdataBodyWithResponse(ctx, towpath.LinkCodeExchange{
		GrantType: "authorization_code", Code: code, ClientId: clientID, RedirectUri: returnsTo,
	})))
	return tokens.LoginIdentityId
}

func debit(ctx context.Context, api *client) any {
	user := must(ok(api.CreatePaymentUserWithResponse(ctx, towpath.CreatePaymentUserRequest{
		ExternalUserId: "tenant in Go", Name: "Chan Tai Man", AutopayConsent: ptr(true),
	})))
	account := must(ok(api.CreatePaymentAccountWithResponse(ctx, towpath.CreatePaymentAccountRequest{
		AccountType: "EXTERNAL_ACCOUNT", AccountholderName: "CHAN TAI MAN", UserId: user.UserId,
		InstitutionId: "testbank",
		AccountNumber: &towpath.NewAccountNumber{Type: "LOCAL", Number: "012-345678-833"},
	})))
	ours := must(ok(api.ListPaymentAccountsWithEnrichedDataWithResponse(ctx,
		&towpath.ListPaymentAccountsWithEnrichedDataParams{AccountType: ptr(
			towpath.ListPaymentAccountsWithEnrichedDataParamsAccountType("SETTLEMENT_ACCOUNT"))},
	))).PaymentAccounts[0]
	mandate := must(ok(api.CreateMandateForExistingSenderWithResponse(ctx,
		&towpath.CreateMandateForExistingSenderParams{IdempotencyKey: "mandate-of-" + user.UserId},
		towpath.CreateMandateForSenderRequest{
			MandateDetails:   towpath.MandateDetailsRequest{Currency: "HKD"},
			RecipientAccount: towpath.MandateRecipientAccountRequest{AccountId: ours.AccountId},
			SenderAccount:    towpath.MandateSenderAccountRequest{AccountId: account.AccountId},
		})))
	consent := towpath.AuthorizeMandateRequest{EnduserConsent: true}
	must(ok(api.AuthorizeMandateWithResponse(ctx, mandate.MandateId, consent)))
	until("the bank", func() bool {
		now := must(ok(api.GetMandateWithResponse(ctx, mandate.MandateId)))
		return now.Status == towpath.MandateResponseStatusSUCCEEDED
	})
	key := &towpath.CreatePaymentParams{IdempotencyKey: ptr("rent-of-" + user.UserId)}
	payment := must(ok(api.CreatePaymentWithResponse(ctx, key, towpath.CreatePaymentRequest{
		Amount: 4_500, Currency: "HKD", PaymentMethodId: &mandate.PaymentMethodId,
		PaymentDetails: towpath.CreatePaymentDetails{Description: ptr("Rent")},
	})))
	until("the money", func() bool {
		now := must(ok(api.GetPaymentWithResponse(ctx, payment.PaymentId)))
		return now.Status == towpath.PaymentResponseStatusEXECUTED
	})
	return map[string]any{"mandate": mandate.MandateId, "payment": payment.PaymentId}
}

func dispute(ctx context.Context, api *client) any {
	here := towpath.CreateWebhookEndpointRequest{
		Url: os.Getenv("WEBHOOK_URL"), EventTypes: &[]string{"DISPUTE_*"},
	}
	endpoint := must(ok(api.CreateWebhookEndpointWithResponse(ctx, here)))
	payment := pay(ctx, api)
	opened := must(ok(api.CreateTestDisputeWithResponse(ctx, towpath.CreateTestDisputeRequest{
		PaymentId: payment.PaymentId,
	})))
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	must(must(parts.CreateFormFile("file", "receipt.pdf")).Write([]byte("%PDF-1.7 paid")))
	check(parts.Close() == nil, "the form has an end")
	evidence := must(ok(api.AddDisputeEvidenceWithBodyWithResponse(ctx, opened.DisputeId,
		parts.FormDataContentType(), &form)))
	must(ok(api.SubmitDisputeWithResponse(ctx, opened.DisputeId)))

	var webhook struct {
		Headers map[string]string
		Body    string
	}
	ask("webhook", opened.DisputeId, &webhook)
	header := http.Header{}
	for name, value := range webhook.Headers {
		header.Set(name, value)
	}
	_, err := verify(endpoint.Secret, header, []byte(webhook.Body+" "))
	check(err != nil, "a changed webhook has a good signature")
	event := must(verify(endpoint.Secret, header, []byte(webhook.Body)))
	sent, isDispute := must(event.ValueByDiscriminator()).(towpath.DisputeWebhookBody)
	check(isDispute && sent.DisputeId == opened.DisputeId, webhook.Body)
	return map[string]any{
		"dispute": opened.DisputeId, "evidence": evidence.EvidenceId, "event": sent.EventId,
	}
}

func newOrder() towpath.CreatePaymentLinkRequest {
	reference := strconv.FormatInt(time.Now().UnixNano(), 10)
	return towpath.CreatePaymentLinkRequest{
		Mode: "PAYMENT", Currency: "HKD", Amount: ptr(int64(12_500)),
		UniqueReferenceId: "order-" + reference,
		Sender: towpath.PaymentLinkSenderRequest{
			ExternalUserId: "payer-" + reference, Name: "Chan Tai Man",
		},
		PaymentDetails: &towpath.PaymentLinkDetailsInput{
			Description: "Order in Go", ExternalTransactionReference: "INV-1001",
		},
	}
}

// pay sends a payer to a new link and returns the payment.
func pay(ctx context.Context, api *client) towpath.PaymentResponse {
	link := must(ok(api.CreatePaymentLinkWithResponse(ctx, newOrder())))
	ask("pay", link.Url, new(string))
	return *must(ok(api.GetPaymentLinkWithResponse(ctx, link.PaymentLinkId))).Payment
}

var answers = bufio.NewReader(os.Stdin)

// say writes a line that the test reads.
func say(what string, detail any) {
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{what: detail}) == nil, what)
}

// ask lets the test do what a payer, a browser or a server does; the next line is the answer.
func ask(what string, detail, answer any) {
	say(what, detail)
	check(json.Unmarshal(must(answers.ReadBytes('\n')), answer) == nil, what)
}

func until(what string, isTrue func() bool) {
	for deadline := time.Now().Add(90 * time.Second); !isTrue(); time.Sleep(100 * time.Millisecond) {
		check(time.Now().Before(deadline), "waited too long for "+what)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Panic(err)
	}
	return value
}

func check(isTrue bool, otherwise any) {
	if !isTrue {
		log.Panicf("%s", otherwise)
	}
}

func ptr[T any](value T) *T { return &value }
