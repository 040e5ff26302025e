package main

import (
	"crypto/subtle"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
)

const maxBody = 1 << 20

type plant struct {
	Name *string `json:"name"`
	Tag  *string `json:"tag,omitempty"`
}

type newPlant struct {
	ID *int64 `json:"id"`
	plant
}

type store struct {
	mutex  sync.Mutex
	plants map[int64]plant
}

func (s *store) add(id int64, p plant) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if _, exists := s.plants[id]; exists {
		return false
	}
	s.plants[id] = p
	return true
}

func send(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

func reject(w http.ResponseWriter, status int, message string) {
	send(w, status, map[string]any{"error": status, "message": message})
}

func (s *store) createPlant(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		reject(w, http.StatusMethodNotAllowed, "only POST is allowed")
		return
	}
	if mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || mediaType != "application/json" {
		reject(w, http.StatusUnsupportedMediaType, "the content type must be application/json")
		return
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		reject(w, http.StatusRequestEntityTooLarge, "the body is too large or incomplete")
		return
	}
	var body newPlant
	if err := json.Unmarshal(text, &body); err != nil {
		reject(w, http.StatusBadRequest, err.Error())
		return
	}
	if body.ID == nil || body.Name == nil {
		reject(w, http.StatusBadRequest, "id and name are required")
		return
	}
	if !s.add(*body.ID, body.plant) {
		reject(w, http.StatusConflict, fmt.Sprintf("the plant %d exists already", *body.ID))
		return
	}
	send(w, http.StatusOK, body.plant)
}

func authenticate(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		scheme, credentials, _ := strings.Cut(r.Header.Get("Authorization"), " ")
		if !strings.EqualFold(scheme, "Bearer") || subtle.ConstantTimeCompare([]byte(credentials), []byte(token)) == 0 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			reject(w, http.StatusUnauthorized, "a valid bearer token is required")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func main() {
	s := &store{plants: map[int64]plant{}}
	mux := http.NewServeMux()
	mux.HandleFunc("/plants", s.createPlant)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		reject(w, http.StatusNotFound, "no such path")
	})
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("Listening on http://%s", listener.Addr())
	log.Fatal(http.Serve(listener, authenticate(os.Getenv("TOKEN"), mux)))
}
